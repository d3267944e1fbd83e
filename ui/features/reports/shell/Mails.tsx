/** What became of the mails of a firing or of a scheduled report. */
import { Pill } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import type { TextFunction } from "../../../lib/messages";

interface Mail {
  to: string;
  state: string;
  reason: string;
}

const REASONS = ["no_server", "interrupted", "opted_out", "deleted"];

// i18n: mailstate.*
const stateText = ({ state, reason }: Mail, t: TextFunction) =>
  t(`mailstate.${state === "failed" && REASONS.includes(reason) ? reason : state}`);

/** Each mail with what became of it; a dash where there is none. */
export function Mails({ mails }: { mails: readonly Mail[] }) {
  const t = useText();
  const f = useFormat();
  if (mails.length === 0) return f.number(null);
  return (
    <ul className="rows gap-4 breaks">
      {mails.map((mail) => (
        <li key={mail.to}>
          <bdi dir="ltr">{mail.to}</bdi>: {stateText(mail, t)}
        </li>
      ))}
    </ul>
  );
}

/** How many of some mails were sent, in amber where one was not. */
export function SentMails({ mails }: { mails: readonly Mail[] }) {
  const t = useText();
  const sent = mails.filter((mail) => mail.state === "sent").length;
  const text = t("mailstate.count", { sent, all: mails.length });
  return mails.some((mail) => mail.state === "failed") ? <Pill tone="warn">{text}</Pill> : text;
}
