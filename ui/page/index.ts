/** Pages: declaring them, reading their address, linking to them. */
export { SiteContext, useGo, usePage, useSite, type Shown, type Site } from "./context";
export { layoutName, load, loadLayout, loadMessages, loadProblem, type LayoutSource, type MessageSource } from "./load";
export { later, loadParts, loadShownParts } from "./later";
export { BrowserHistory } from "./BrowserHistory";
export type { Access } from "../lib/session";
export {
  page,
  privateHead,
  type FormState,
  type Head,
  type Need,
  type NeedContext,
  type MenuGroup,
  type Page,
  type PageKeys,
  type PageRow,
} from "./page";
export { PageLink } from "../components/Link";
export { useGetForm } from "./useGetForm";
export { doneOf, find, locate, plan, safeNext, signInPath, type Located, type Outcome, type Trouble } from "./plan";
export {
  day,
  flag,
  grammar,
  ids,
  int,
  many,
  oneOf,
  place,
  range,
  readQuery,
  list,
  refs,
  text,
  writeQuery,
  zone,
  PRESETS,
  type Grammar,
  type PageRef,
  type Values,
} from "./query";
export { headOf, titleOf } from "./head";
export { Pages } from "./Pages";
