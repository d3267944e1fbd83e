/**
 * One message of a conversation: the customer at the start, the bot and people at the end, the system in the middle.
 */
import type { ReactNode } from "react";
import { useFormat, useText } from "../../lib/i18n";
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import "./chat.css";

/** How far a message of ours has come. */
export type Delivery = "sending" | "sent" | "delivered" | "read" | "failed";

/** A file sent along. */
export interface Attachment {
  name: string;
  href: string;
  /** Its size in bytes. */
  size: number;
  /** The address of a small picture of it. */
  preview?: string;
}

interface Props {
  from: "user" | "bot" | "agent" | "system";
  /** Who speaks, for a screen reader. */
  who: string;
  at: string;
  zone?: string;
  /** The text was chosen from what was offered. */
  chosen?: boolean;
  delivery?: Delivery;
  files?: readonly Attachment[];
  /** Below the text: choices offered, marks. */
  below?: ReactNode;
  children?: ReactNode;
}

const TICKS: Readonly<Record<Delivery, IconName>> = {
  sending: "clock",
  sent: "check",
  delivered: "check-check",
  read: "check-check",
  failed: "circle-alert",
};

/** The message with its time and how far it has come. */
export function Bubble({ from, who, at, zone, chosen, delivery, files = [], below, children }: Props) {
  const f = useFormat();
  return (
    <div className={`bu ${from}`}>
      <span className="sr">{who}</span>
      {children && (
        <p dir="auto" className={chosen ? "chosen" : undefined}>
          {children}
        </p>
      )}
      {files.map((file) => (
        <File key={file.href} file={file} />
      ))}
      {below}
      <time dateTime={at}>
        {f.time(at, zone)}
        {delivery && <Ticks delivery={delivery} />}
      </time>
    </div>
  );
}

/** One tick sent, two delivered, two in the accent read. */
function Ticks({ delivery }: { delivery: Delivery }) {
  const t = useText();
  const word = t(`data.tick.${delivery}`); // i18n: data.tick.*
  return (
    <span className={`ticks ${delivery}`} title={word}>
      <Icon name={TICKS[delivery]} size={14} />
      <span className="sr">{word}</span>
    </span>
  );
}

/** A file: its picture where it has one, else its name and size. */
function File({ file }: { file: Attachment }) {
  const f = useFormat();
  return (
    <a className="bu-file" href={file.href} download>
      {file.preview ? <img src={file.preview} alt="" width="200" height="120" loading="lazy" /> : <Icon name="file" />}
      <span>
        <bdi>{file.name}</bdi>
        <small>{f.bytes(file.size)}</small>
      </span>
    </a>
  );
}

/** Someone is writing. */
export function Typing({ name }: { name: string }) {
  const t = useText();
  return (
    <div className="bu bot typing" role="status">
      <span className="sr">{t("common.typing", { name })}</span>
      <svg viewBox="0 0 28 8" aria-hidden="true">
        <circle cx="4" cy="4" r="3" />
        <circle cx="14" cy="4" r="3" />
        <circle cx="24" cy="4" r="3" />
      </svg>
    </div>
  );
}
