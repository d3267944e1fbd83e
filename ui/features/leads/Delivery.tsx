/** What has become of a message to the customer of a lead. */
import { useFormat, useText } from "../../lib/i18n";
import type { Touch } from "./types";

/** When it was read, delivered or sent, whether it was answered, or why it failed. */
export function Delivery({ touch }: { touch: Touch }) {
  const t = useText();
  const f = useFormat();
  // i18n: outreach.d.* outreach.o.* outreach.failure.*
  if (touch.delivery === "failed") {
    const known = ["interrupted", "no_answer", "closed", "quote_over", "not_quoted"];
    const key = known.includes(touch.failure) ? `outreach.failure.${touch.failure}` : `outreach.o.${touch.failure}`;
    const isCode = !known.includes(touch.failure) && !OBSTACLES.includes(touch.failure);
    return (
      <span className="ld-bad">
        {t("outreach.d.failed")} {isCode ? t("outreach.failure.code", { code: touch.failure }) : t(key)}
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

const OBSTACLES = ["no_address", "no_consent", "opted_out", "no_template", "no_account", "no_server"];
