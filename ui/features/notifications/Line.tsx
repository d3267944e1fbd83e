/** One notification: what happened, who did it, when; the link to it is what marks it read. */
import { Avatar, Icon, type IconName } from "../../components";
import { useFormat, useText } from "../../lib/i18n";
import { PageLink } from "../../page";
import { deviceName } from "../../lib/device";
import type { Notice } from "./types";

const ICONS: Readonly<Record<string, IconName>> = {
  export_ready: "download",
  import_checked: "upload",
  import_done: "upload",
  import_undone: "upload",
  sign_in: "shield",
  password: "lock",
  second_factor: "shield",
  factor_off: "shield",
  outlet_manager: "building",
  handoff_waits: "inbox",
  handoff_call_back: "phone-call",
  handoff_offered: "inbox",
};

/** What happened, in a sentence; names and titles keep their own direction in it. */
export function useSentence(): (notice: Notice) => string {
  const t = useText();
  const f = useFormat();
  const texts: Readonly<Record<string, (what: string) => string>> = {
    sign_in: deviceName,
    second_factor: f.date,
    handoff_waits: (who) => who || t("notifications.visitor"),
    handoff_call_back: (who) => who || t("notifications.visitor"),
    handoff_offered: (who) => who || t("notifications.visitor"),
  };
  const apart = (name: string) => `\u2068${name}\u2069`;
  // i18n: notifications.k.*
  return ({ kind, what, by }) =>
    t(`notifications.k.${kind}`, {
      who: apart(by?.name ?? ""),
      what: apart(texts[kind]?.(what) ?? what),
    });
}

/** Face or drawing, sentence and time. */
export function Line({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const t = useText();
  const f = useFormat();
  const sentence = useSentence()(notice);
  return (
    <PageLink to={notice.link} className={notice.is_read ? "nt-line" : "nt-line new"} onClick={onFollow}>
      {notice.by ? (
        <Avatar name={notice.by.name} src={notice.by.avatar} size={32} />
      ) : (
        <span className="nt-mark">
          <Icon name={ICONS[notice.kind] ?? "circle-alert"} size={16} />
        </span>
      )}
      <span>
        <span className="nt-said" dir="auto">
          {sentence}
        </span>
        <time className="small quiet" dateTime={notice.created_at} title={f.dateTime(notice.created_at)}>
          {f.ago(notice.created_at)}
        </time>
      </span>
      {!notice.is_read && (
        <span className="nt-dot">
          <span className="sr">{t("notifications.new")}</span>
        </span>
      )}
    </PageLink>
  );
}
