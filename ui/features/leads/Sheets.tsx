/** The sheets of leads: a new one, another one changed, an event of its life, an attempt, and merging. */
import { Facts } from "../../components/Facts";
import { Checkbox, Field, Select, TextArea } from "../../components/fields";
import { FormInput } from "../../components/forms/FormInput";
import { FormSheet } from "../../components/forms/FormSheet";
import { useFieldError } from "../../components/forms/typed";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import { outletOptions, ownerOptions, useVehicle } from "./cells";
import { Reminder } from "./MessageSheet";
import { CHANNELS, OUTCOMES, YEARS, type Event, type LeadDetail } from "./types";

/** Years of a plan as options. */
function useYears(lead?: LeadDetail) {
  const t = useText();
  const f = useFormat();
  return YEARS.map((years) => {
    const plan = lead?.quote.plans.find((plan) => plan.years === years);
    const label = t("leads.years", { n: years });
    return {
      value: String(years),
      label: plan && lead ? `${label} · ${f.money(plan.total, lead.currency, 0)}` : label,
    };
  });
}

/** Customer and vehicle. */
function About({ lead }: { lead?: LeadDetail }) {
  const t = useText();
  const { customer, vehicle } = lead ?? {};
  const complete = !lead || customer?.phone !== null || customer.last4 === "";
  return (
    <>
      {complete && (
        <>
          <FormInput
            name="customer.name"
            label={t("leads.name")}
            value={customer?.name}
            max={120}
            dir="auto"
            required
            first
          />
          <div className="pair">
            <FormInput
              name="customer.phone"
              label={t("leads.phone")}
              value={customer?.phone_shown}
              type="tel"
              max={40}
              required
            />
            <FormInput name="customer.email" label={t("leads.email")} value={customer?.email} type="email" max={254} />
          </div>
          <input type="hidden" name="customer.consent" value="0" />
          <Checkbox
            name="customer.consent"
            value="true"
            label={t("leads.consentGiven")}
            defaultChecked={Boolean(customer?.consent)}
          />
        </>
      )}
      <div className="pair">
        <FormInput name="vehicle.vin" label={t("leads.vin")} value={vehicle?.vin} max={40} help={t("leads.vinHelp")} />
        <FormInput name="vehicle.registration" label={t("leads.registration")} value={vehicle?.registration} max={40} />
      </div>
      <div className="pair">
        <FormInput name="vehicle.model" label={t("leads.model")} value={vehicle?.model} max={60} dir="auto" />
        <FormInput name="vehicle.odometer_km" label={t("leads.odometerKm")} value={vehicle?.odometer_km} max={7} />
      </div>
      <div className="pair">
        <FormInput name="vehicle.sale_date" label={t("leads.saleDate")} value={vehicle?.sale_date} type="date" />
        <FormInput
          name="vehicle.warranty_end"
          label={t("leads.warrantyEnd")}
          value={vehicle?.warranty_end}
          type="date"
        />
      </div>
    </>
  );
}

/** A new lead; where its vehicle has an open one, that is opened. */
export function NewLeadSheet({ to }: { to: string }) {
  const t = useText();
  const years = useYears();
  const { data: choices } = leadsApi.useLeadChoicesQuery();
  return (
    <FormSheet
      title={t("leads.new")}
      lead={t("leads.newLead")}
      call="/api/v1/leads"
      to={to}
      then="/ew-leads/{id}"
      done="added"
      action={t("leads.add")}
    >
      <About />
      <div className="pair">
        <Select
          label={t("leads.plan")}
          name="plan_years"
          options={[{ value: "", label: t("leads.notYet") }, ...years]}
        />
        <Select label={t("leads.outlet")} name="outlet" options={outletOptions(choices, t("leads.byRule"))} />
      </div>
    </FormSheet>
  );
}

/** A lead changed. */
export function EditSheet({ lead, to }: { lead: LeadDetail; to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t("leads.editTitle", { name: lead.number })}
      call={`/api/v1/leads/${lead.id}`}
      method="PATCH"
      revision={String(lead.revision)}
      to={to}
      done="saved"
      action={t("leads.save")}
    >
      <About lead={lead} />
    </FormSheet>
  );
}

/** The event of a card: the lead is read first, because what an event asks depends on it. */
export function EventOfSheet({ id, event, to }: { id: string; event: Event; to: string }) {
  const { data: lead } = leadsApi.useLeadQuery(id);
  return lead?.possible.includes(event) ? <EventSheet lead={lead} event={event} to={to} /> : null;
}

/** An event of the life of a lead, with what it needs. */
export function EventSheet({ lead, event, to }: { lead: LeadDetail; event: Event; to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t(`leads.et.${event}`, { name: lead.customer.name }) /* i18n: leads.et.* */}
      lead={lead.number}
      call={`/api/v1/leads/${lead.id}/events`}
      to={to}
      done="moved"
      action={t(`leads.e.${event}`)}
    >
      <input type="hidden" name="event" value={event} />
      {event === "assign" && <Place lead={lead} />}
      {(event === "contact" || event === "reply") && <Reached />}
      {event === "quote" && <Plan lead={lead} />}
      {event === "win" && (
        <div className="pair">
          <FormInput name="amount" label={t("leads.amount")} value={lead.total} max={14} required first />
          <FormInput name="policy_no" label={t("leads.policyNo")} max={40} required />
        </div>
      )}
      {event === "lose" && <Reason lead={lead} />}
      {event === "reopen" && lead.state === "won" && <p>{t("leads.reopenWonText")}</p>}
      {event === "reopen" && (
        <FormInput name="reason" label={t("leads.reopenReason")} max={90} dir="auto" required first />
      )}
      {event === "opt_out" && <p>{t("leads.optOutText")}</p>}
      {(event === "contact" || event === "reply" || event === "quote" || event === "callback") && (
        <Next required={event === "callback"} />
      )}
      {event === "callback" && <Reminder lead={lead} />}
      {event !== "reopen" && <Note />}
    </FormSheet>
  );
}

/** Outlet and owner. */
function Place({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const { data: choices } = leadsApi.useLeadChoicesQuery();
  return (
    <div className="pair">
      <Select
        label={t("leads.outlet")}
        name="outlet"
        defaultValue={lead.outlet?.id ?? ""}
        options={outletOptions(choices, t("leads.byRule"))}
      />
      <Select
        label={t("leads.owner")}
        name="owner"
        defaultValue={lead.owner?.id ?? ""}
        options={ownerOptions(choices, t("leads.byRule"))}
      />
    </div>
  );
}

/** How the customer was reached. */
function Reached({ notes = false, how = "call" }: { notes?: boolean; how?: string }) {
  const t = useText();
  return (
    <div className="pair">
      <Select
        label={t("leads.channel")}
        name="channel"
        defaultValue={how}
        options={CHANNELS.filter((channel) => notes || channel !== "note").map((channel) => ({
          value: channel,
          label: t(`leads.ch.${channel}`) /* i18n: leads.ch.* */,
        }))}
      />
      <Select
        label={t("leads.outcome")}
        name="outcome"
        options={[
          { value: "", label: t("leads.noOutcome") },
          ...OUTCOMES.map((outcome) => ({ value: outcome, label: t(`leads.o.${outcome}`) /* i18n: leads.o.* */ })),
        ]}
      />
    </div>
  );
}

/** The plan, and a price where no list has one. */
function Plan({ lead }: { lead: LeadDetail }) {
  const planError = useFieldError("plan_years");
  const t = useText();
  const years = useYears(lead);
  const { data: choices } = leadsApi.useLeadChoicesQuery();
  const priced = lead.quote.plans.length > 0;
  const state = lead.quote.supply_state;
  const states = [...new Set([state, ...(choices?.states ?? [])])].filter(Boolean);
  return (
    <>
      <Select
        label={t("leads.plan")}
        name="plan_years"
        defaultValue={String(lead.plan_years ?? lead.quote.plans[0]?.years ?? 1)}
        options={years}
      />
      {(!priced || planError) && (
        <FormInput name="price" label={t("leads.ownPrice")} max={14} help={t("leads.ownPriceHelp")} />
      )}
      <Select
        label={t("leads.supply")}
        name="supply_state"
        defaultValue={state}
        help={t("leads.supplyHelp")}
        options={[
          ...(state ? [] : [{ value: "", label: t("leads.supplyOwn") }]),
          ...states.map((name) => ({ value: name, label: name })),
        ]}
      />
    </>
  );
}

/** Why a lead is lost. */
function Reason({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const { session } = usePage();
  return (
    <Select
      label={t("leads.lostReason")}
      name="reason"
      options={[
        { value: "", label: t("leads.chooseReason") },
        ...lead.reasons
          .filter(({ possible }) => possible)
          .map(({ code, labels }) => ({
            value: code,
            label: labels[session.locale] || labels.en || t(`leads.r.${code}`),
          })),
      ]}
    />
  );
  // i18n: leads.r.*
}

/** When to do something next. */
function Next({ required = false }: { required?: boolean }) {
  const nextError = useFieldError("next_local", "next_action_at");
  const t = useText();
  return (
    <Field
      label={t(required ? "leads.callBackAt" : "leads.nextAt")}
      name="next_local"
      type="datetime-local"
      required={required}
      help={t("leads.nextHelp")}
      error={nextError}
    />
  );
}

/** What is to be remembered. */
function Note() {
  const t = useText();
  return <TextArea label={t("leads.note")} name="note" rows={3} maxLength={1000} dir="auto" />;
}

/** An attempt to reach the customer, or a note. */
export function TouchSheet({ lead, how, to }: { lead: LeadDetail; how: string; to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t("leads.logTitle")}
      lead={t("leads.attempts", { n: lead.attempts })}
      call={`/api/v1/leads/${lead.id}/touches`}
      to={to}
      done="logged"
      action={t("leads.log")}
    >
      <Reached notes how={how} />
      <Note />
      <Next />
    </FormSheet>
  );
}

/** Another time for the next action, without anything having been done. */
export function PlanSheet({ lead, to }: { lead: LeadDetail; to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t("leads.next")}
      lead={lead.number}
      call={`/api/v1/leads/${lead.id}`}
      method="PATCH"
      revision={String(lead.revision)}
      to={to}
      done="saved"
      action={t("leads.save")}
    >
      <Next required />
      <Reminder lead={lead} />
    </FormSheet>
  );
}

/** Two leads side by side; the other one becomes part of this one. */
export function MergeSheet({ lead, other, to }: { lead: LeadDetail; other: string; to: string }) {
  const t = useText();
  const { data } = leadsApi.useLeadQuery(other);
  if (!data) return null;
  return (
    <FormSheet
      title={t("leads.mergeTitle", { other: data.number, name: lead.number })}
      lead={t("leads.mergeLead")}
      call={`/api/v1/leads/${lead.id}/merge`}
      to={to}
      done="merged"
      action={t("leads.merge")}
    >
      <input type="hidden" name="other" value={data.id} />
      <div className="ld-compare rows gap-16">
        <Side title={t("leads.kept")} lead={lead} />
        <Side title={t("leads.duplicate")} lead={data} />
      </div>
    </FormSheet>
  );
}

/** One of both. */
function Side({ title, lead }: { title: string; lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const vehicle = useVehicle();
  return (
    <section>
      <h3>
        {title} <bdi className="ld-code">{lead.number}</bdi>
      </h3>
      <Facts
        items={[
          [t("leads.state"), t(`leads.s.${lead.state}`)],
          [t("leads.customer"), <bdi key="n">{lead.customer.name}</bdi>],
          [
            t("leads.phone"),
            <bdi key="p" dir="ltr">
              {lead.customer.phone_shown ?? `•••• ${lead.customer.last4}`}
            </bdi>,
          ],
          [t("leads.vehicle"), <bdi key="v">{vehicle(lead.vehicle) || f.number(null)}</bdi>],
          [
            t("leads.vin"),
            <bdi key="i" dir="ltr">
              {lead.vehicle.vin ?? f.number(null)}
            </bdi>,
          ],
          [
            t("leads.registration"),
            <bdi key="r" dir="ltr">
              {lead.vehicle.registration ?? f.number(null)}
            </bdi>,
          ],
          [t("leads.outlet"), <bdi key="o">{lead.outlet?.name ?? f.number(null)}</bdi>],
          [t("leads.created"), f.dateTime(lead.created_at)],
        ]}
      />
    </section>
  );
}
