/** When it is sent, how fast, and how often a person may be asked. */
import { Card, Notice } from "../../components";
import { Table } from "../../components/Table";
import { Field } from "../../components/fields";
import { useFormat, useText } from "../../lib/i18n";
import { localMinute } from "../../lib/localMinute";
import { offersApi } from "./api";
import { OfferForm } from "./OfferForm";
import { isOpen, type WholeOffer } from "./types";

/** The tab. */
export function Schedule({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const late = !isOpen(offer);
  return (
    <div className="of-form stack">
      <OfferForm offer={offer} title={t("offers.tab.schedule")} lead={offer.zone} late>
        <div className="pair">
          <Field
            label={t("offers.starts")}
            name="start"
            type="datetime-local"
            disabled={late}
            defaultValue={localMinute(offer.start, offer.zone)}
          />
          <Field
            label={t("offers.ends")}
            name="end"
            defaultValue={localMinute(offer.end, offer.zone)}
            type="datetime-local"
          />
        </div>
        <Field
          label={t("offers.rate")}
          name="throttle_per_s"
          defaultValue={String(offer.throttle_per_s)}
          inputMode="numeric"
          unit={t("offers.perSecond")}
          maxLength={3}
        />
        <div className="pair">
          <Field
            label={t("offers.price")}
            name="message_price"
            defaultValue={String(offer.message_price ?? "")}
            inputMode="decimal"
            unit={offer.currency}
            maxLength={12}
            help={t("offers.priceHelp")}
          />
          <Field
            label={t("offers.budget")}
            name="budget"
            defaultValue={String(offer.budget ?? "")}
            inputMode="decimal"
            unit={offer.currency}
            maxLength={12}
            help={t("offers.budgetHelp")}
          />
        </div>
        {!late && (
          <div className="pair">
            <Field
              label={t("offers.cap")}
              name="frequency_cap.count"
              inputMode="numeric"
              unit={t("offers.offersUnit")}
              maxLength={2}
              defaultValue={String(offer.frequency_cap.count)}
              help={t("offers.capHelp")}
            />
            <Field
              label={t("offers.within")}
              name="frequency_cap.days"
              inputMode="numeric"
              unit={t("offers.days")}
              maxLength={2}
              defaultValue={String(offer.frequency_cap.days)}
            />
          </div>
        )}
        <Notice tone="quiet" icon="clock">
          {t("offers.quietHours")}
        </Notice>
      </OfferForm>
      <SendPlan offer={offer} />
    </div>
  );
}

/** When how many messages would go out by what is saved. */
function SendPlan({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const f = useFormat();
  const plan = offersApi.useOfferAudienceQuery(offer.id).data?.plan;
  if (!plan) return null;
  const done = plan.spans.at(-1)?.end;
  const time = (at: string) => f.dateTime(at, offer.zone);
  return (
    <Card title={t("offers.plan")} lead={t("offers.planEstimate")} flush foot={<p>{t("offers.planNote")}</p>}>
      <div className="card-body stack">
        <p>
          {done && plan.unsent === 0
            ? t("offers.planText", { n: plan.messages, at: time(done) })
            : plan.spans.length === 0 && t("offers.planNone")}
        </p>
        {plan.unsent > 0 && <Notice tone="warn">{t("offers.planUnsent", { n: plan.unsent })}</Notice>}
      </div>
      {plan.spans.length > 0 && (
        <Table
          caption={t("offers.plan")}
          rows={plan.spans}
          rowKey={(span) => span.start}
          columns={[
            {
              key: "when",
              head: t("offers.planWhen"),
              rowHead: true,
              cell: (span) => [...new Set([time(span.start), time(span.end)])].join(" – "),
            },
            {
              key: "messages",
              head: t("offers.planMessages"),
              numeric: true,
              cell: (span) => `≈ ${f.number(span.messages)}`,
            },
          ]}
        />
      )}
    </Card>
  );
}
