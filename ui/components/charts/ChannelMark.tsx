/** The icon of a channel; its name is beside it. */
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import "./charts.css";

const ICON: Record<string, IconName> = {
  web: "globe",
  voice: "phone",
  telegram: "send",
  email: "mail",
  slack: "hash",
  instagram: "at-sign",
};

/** Messaging in general where a channel has no icon of its own. */
export function ChannelMark({ channel }: { channel: string }) {
  return <Icon name={ICON[channel] ?? "message-circle"} size={16} className="cx" />;
}
