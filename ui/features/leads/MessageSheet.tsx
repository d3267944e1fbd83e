/** A message to the customer of a lead, with the quote if asked for, by a channel that reaches them. */
import { Notice } from "../../components";
import { Checkbox, Radio } from "../../components/fields";
import { ChoiceGroup } from "../../components/fields/choices";
import { CountedTextArea } from "../../components/fields/CountedTextArea";
import { FormInput } from "../../components/forms/FormInput";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFormat, useText } from "../../lib/i18n";
import { leadsApi } from "./api";
import { MOST_LETTERS, NAME, type Draft, type LeadDetail } from "./types";
import "./message-sheet.css";

/** The sheet. */
export function MessageSheet({ lead, withQuote, to }: { lead: LeadDetail; withQuote: boolean; to: string }) {
  const t = useText();
  const { data: draft } = leadsApi.useLeadDraftQuery(lead.id);
  if (!draft) return null;
  return (
    <FormSheet
      title={t("outreach.title", { name: lead.customer.name })}
      lead={lead.number}
      call={`/api/v1/leads/${lead.id}/messages`}
      to={to}
      done="sent"
      action={t("outreach.send")}
    >
      <Fields draft={draft} withQuote={withQuote && draft.quote_text !== null} />
    </FormSheet>
  );
}

/** Channel, text and quote; mails have a subject. */
function Fields({ draft, withQuote }: { draft: Draft; withQuote: boolean }) {
  const t = useText();
  const f = useFormat();
  const first = draft.channels.find(({ obstacle }) => !obstacle)?.channel;
  return (
    <div className="ld-message stack gap-16">
      {!first && <Notice tone="warn" title={t("outreach.noChannel")} />}
      <ChoiceGroup legend={t("outreach.channel")} fields={["channel"]} radio className="stack gap-6">
        {draft.channels.map(({ channel, obstacle }) => (
          <Radio
            key={channel}
            name="channel"
            value={channel}
            defaultChecked={channel === first}
            disabled={obstacle !== ""}
            label={
              <>
                {t(`channel.${channel}`) /* i18n: channel.* */}
                {obstacle && <small className="quiet block">{t(`outreach.o.${obstacle}`)}</small>}
              </>
            }
          />
        ))}
      </ChoiceGroup>
      <div className="ld-subject">
        <FormInput name="subject" label={t("outreach.subject")} value={draft.subject} max={150} dir="auto" />
      </div>
      <CountedTextArea
        label={t("outreach.text")}
        help={t("outreach.nameHelp", { variable: NAME })}
        name="text"
        rows={5}
        maxLength={MOST_LETTERS}
        defaultValue={withQuote ? draft.quote_text! : draft.text}
        dir="auto"
        lang={draft.language}
        required
      />
      {draft.quote_text !== null && (
        <Checkbox name="quote" value="true" label={t("outreach.withQuote")} defaultChecked={withQuote} />
      )}
      {draft.sends_at && <p className="quiet">{t("outreach.waits", { at: f.dateTime(draft.sends_at) })}</p>}
    </div>
  );
  // i18n: outreach.o.*
}

/** Whether the customer is reminded of the next action, where WhatsApp reaches them. */
export function Reminder({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const { data: draft } = leadsApi.useLeadDraftQuery(lead.id);
  const whatsapp = draft?.channels.find(({ channel }) => channel === "whatsapp");
  if (!whatsapp) return null;
  if (whatsapp.obstacle)
    return (
      <p className="quiet small">
        {t("outreach.noReminder")} {t(`outreach.o.${whatsapp.obstacle}`)}
      </p>
    );
  return <Checkbox name="remind" value="true" label={t("outreach.remind")} defaultChecked={Boolean(lead.reminds_at)} />;
}
