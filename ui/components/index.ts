/** The components of the interface. */
export { ActionForm } from "./ActionForm";
export { Button, IconButton, LinkButton } from "./Button";
export { Can, useCan } from "./Can";
export { Avatar, Card, PageHead, Pill, Progress } from "./Card";
export { Menu, MenuLink, Segments, Tabs } from "./choices";
export { Brand, FrameIcon, Icon, Mark } from "./Icon";
export type { IconName } from "./icons";
export { LinkContext, PageLink, type Linking } from "./Link";
export { Empty, Notice, ProblemNotice, Trouble } from "./states";
