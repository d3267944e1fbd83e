/** What has become of a message to the customer of a lead. */
import { useFormat, useText } from "../../lib/i18n";
import type { Touch } from "./types";

/** The texts of each failure that has words: those of failures, or of what obstructs a channel; others are codes. */
const PART_OF: Readonly<Record<string, "failure" | "o">> = {
  interrupted: "failure",
  no_answer: "failure",
  closed: "failure",
  quote_over: "failure",
  not_quoted: "failure",
  no_address: "o",
  no_consent: "o",
  opted_out: "o",
  no_template: "o",
  no_account: "o",
  no_server: "o",
};

/** When it was read, delivered or sent, whether it was answered, or why it failed. */
export function Delivery({ touch }: { touch: Touch }) {
  const t = useText();
  const f = useFormat();
  // i18n: outreach.d.* outreach.o.* outreach.failure.*
  if (touch.delivery === "failed") {
    const part = PART_OF[touch.failure];
    return (
      <span className="ld-bad">
        {t("outreach.d.failed")}{" "}
        {part ? t(`outreach.${part}.${touch.failure}`) : t("outreach.failure.code", { code: touch.failure })}
      </span>
    );
  }
  const at = touch.read_at ?? touch.delivered_at ?? touch.sent_at;
  return (
    <>
      {t(`outreach.d.${touch.delivery}`)} {at && f.dateTime(at)}
      {touch.replied_at && ` · ${t("outreach.replied", { at: f.dateTime(touch.replied_at) })}`}
    </>
  );
}
