/** What can be done with ticked mails: buttons of the form around the list. */
import { Icon, Menu, type IconName } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { LABELS, type Do } from "./types";

interface Props {
  title: string;
  /** A mail is read beside the list: that is what the page is about then. */
  beside: boolean;
  total: number;
  place: string;
  ticked: number;
  of: number;
  tickAll: (all: boolean) => void;
}

/** The bar; with script it shows its buttons once something is ticked. */
export function BulkActions({ title, beside, total, place, ticked, of, tickAll }: Props) {
  const t = useText();
  const scripted = useScripted();
  const Title = beside ? "h2" : "h1";
  const gone = place === "trash" || place === "spam";
  return (
    <div className={ticked === 0 ? "mail-bulk none" : "mail-bulk"} role="group" aria-label={t("mails.bulk")}>
      {scripted && of > 0 && (
        <label className="mail-all">
          <input
            type="checkbox"
            checked={ticked === of}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < of;
            }}
            onChange={(event) => tickAll(event.target.checked)}
          />
          <span className="sr">{t("mails.pickAll")}</span>
        </label>
      )}
      <Title className={ticked > 0 ? "sr" : undefined}>{title}</Title>
      <span className="mail-ticked small" role="status">
        {ticked > 0
          ? t("mails.picked", { n: ticked })
          : of > 0 && <span className="quiet">{t("mails.total", { n: total })}</span>}
      </span>
      {of > 0 && (
        <span className="mail-acts">
          {gone && <Act act="back" label={t(place === "spam" ? "mails.notSpam" : "mails.restore")} />}
          {place !== "trash" && <Act act="trash" label={t("mails.toTrash")} />}
          {!gone && <Act act="spam" label={t("mails.toSpam")} />}
          <Act act="read" label={t("mails.asRead")} />
          <Act act="unread" label={t("mails.asUnread")} />
          <LabelMenu />
        </span>
      )}
    </div>
  );
}

const ICONS = {
  back: "undo-2",
  trash: "trash",
  spam: "circle-alert",
  read: "check",
  unread: "mail",
} as const satisfies Partial<Record<Do, IconName>>;

/** One thing to do. */
function Act({ act, label }: { act: keyof typeof ICONS; label: string }) {
  return (
    <button type="submit" name="do" value={act} className="icon-button" aria-label={label} title={label}>
      <Icon name={ICONS[act]} size={18} />
    </button>
  );
}

/** Labels to put on or to take off. */
export function LabelMenu({ on }: { on?: readonly string[] }) {
  const t = useText();
  const line = (label: string, off: boolean) => (
    <button
      key={`${label}${off}`}
      type="submit"
      name="do"
      value={off ? `unlabel-${label}` : `label-${label}`}
      className="menu-item"
    >
      <i className={`mail-dot of-${label}`} aria-hidden="true" />
      <span>{t(off ? "mails.without" : "mails.with", { label: t(`email.label.${label}`) })}</span>
    </button>
  );
  return (
    <Menu label={t("email.labels")} icon="tag" hideLabel>
      {LABELS.filter((label) => !on?.includes(label)).map((label) => line(label, false))}
      {LABELS.filter((label) => !on || on.includes(label)).map((label) => line(label, true))}
    </Menu>
  );
}
