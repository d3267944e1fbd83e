/** One lead: what is next, the warranty, what was done, the quote, customer and vehicle; only possible events. */
import {
  ActionForm,
  Button,
  Card,
  LinkButton,
  Menu,
  MenuLink,
  Notice,
  PageHead,
  PageLink,
  Trouble,
  useCan,
  type IconName,
} from "../../components";
import { Facts } from "../../components/Facts";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { Steps, type Step } from "../../components/data/Steps";
import { Timeline, type Happening } from "../../components/data/Timeline";
import { useKeys } from "../../hooks/useKeys";
import { useFormat, useText } from "../../lib/i18n";
import { later, useGo, usePage } from "../../page";
import { leadsApi } from "./api";
import { Due, Escalation, StatePill, useVehicle } from "./cells";
import type { leadGrammar } from "./query";
import { EVENTS, NAME, OPEN, type Event, type LeadDetail, type Touch } from "./types";

const Warranty = later(() => import("./Warranty"), "Warranty");
const BeforeCall = later(() => import("./BeforeCall"), "BeforeCall");
const EventSheet = later(() => import("./Sheets"), "EventSheet");
const EditSheet = later(() => import("./Sheets"), "EditSheet");
const TouchSheet = later(() => import("./Sheets"), "TouchSheet");
const MessageSheet = later(() => import("./MessageSheet"), "MessageSheet");
const Delivery = later(() => import("./Delivery"), "Delivery");
const PlanSheet = later(() => import("./Sheets"), "PlanSheet");
const MergeSheet = later(() => import("./Sheets"), "MergeSheet");
const CLOSED = { do: undefined, how: undefined, other: undefined };
/** Events that stand as buttons; the others are in the menu. */
const FORWARD: readonly Event[] = ["assign", "contact", "reply", "quote", "callback", "win", "due", "reopen"];

/** The page. */
export default function LeadPage() {
  const { params } = usePage<typeof leadGrammar, "id">();
  const result = leadsApi.useLeadQuery(params.id);
  const { data: lead } = result;
  return (
    <>
      <Trouble of={result} />
      {lead && (
        <>
          <Head lead={lead} />
          <div className="columns ld-detail">
            <div className="stack">
              <Merged lead={lead} />
              <Stages lead={lead} />
              <NextAction lead={lead} />
              {lead.closed_at === null && <BeforeCall id={params.id} />}
              <Warranty lead={lead} />
              <Touches lead={lead} />
            </div>
            <div className="stack">
              <Quote lead={lead} />
              <Customer lead={lead} />
              <Vehicle lead={lead} />
              <Source lead={lead} />
            </div>
          </div>
          <Sheet lead={lead} />
        </>
      )}
    </>
  );
}

/** Keys of the page: a call, a message, a note, and the leads around. */
function useLeadKeys(lead: LeadDetail) {
  const can = useCan();
  const go = useGo();
  const { here } = usePage<typeof leadGrammar>();
  const openSheet = (sheet: { do: "touch" | "send"; how?: "call" | "note" }) => () => {
    if (can("update", "Lead") && lead.closed_at === null) go(here({ ...CLOSED, ...sheet }));
  };
  const open = (id: string | null) => () => id && go(`/ew-leads/${id}`);
  useKeys({
    c: openSheet({ do: "touch", how: "call" }),
    m: openSheet({ do: "send" }),
    l: openSheet({ do: "touch", how: "note" }),
    j: open(lead.neighbours.next),
    k: open(lead.neighbours.previous),
  });
}

/** What it is called, and the events that its state allows. */
function Head({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const can = useCan();
  const vehicle = useVehicle();
  const { here } = usePage<typeof leadGrammar>();
  useLeadKeys(lead);
  const allowed = EVENTS.filter((event) => lead.possible.includes(event) && (event !== "reopen" || lead.may_reopen));
  const isForward = (event: Event) => FORWARD.includes(event) && lead.state !== "won";
  const forward = allowed.filter(isForward);
  const others = allowed.filter((event) => !isForward(event));
  return (
    <PageHead
      back={{ to: "/ew-leads", label: t("leads.title") }}
      title={<bdi>{lead.customer.name}</bdi>}
      marks={<StatePill state={lead.state} />}
      lead={
        <>
          <bdi className="ld-code">{lead.number}</bdi> · <bdi>{vehicle(lead.vehicle)}</bdi>{" "}
          {lead.outlet && (
            <>
              · <bdi>{lead.outlet.name}</bdi>
            </>
          )}
        </>
      }
      actions={
        can("update", "Lead") && (
          <>
            <Menu label={t("lead.moreActions")} icon="ellipsis" hideLabel>
              <MenuLink to={here({ do: "edit" })}>{t("leads.edit")}</MenuLink>
              {others.map((event) => (
                <MenuLink key={event} to={here({ do: event })}>
                  {t(`leads.e.${event}`)}
                </MenuLink>
              ))}
            </Menu>
            {lead.closed_at === null && (
              <>
                <LinkButton to={here({ do: "send" })} icon="send">
                  {t("outreach.message")}
                </LinkButton>
                <LinkButton to={here({ do: "touch" })} icon="phone">
                  {t("leads.log")}
                </LinkButton>
              </>
            )}
            {[...forward].reverse().map((event, index) => (
              <LinkButton
                key={event}
                to={here({ do: event })}
                {...(index === forward.length - 1 && { variant: "primary" as const })}
              >
                {t(`leads.e.${event}`)}
              </LinkButton>
            ))}
          </>
        )
      }
    />
  );
}

/** A duplicate that was found, and a merge that can be undone. */
function Merged({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof leadGrammar>();
  if (!can("update", "Lead")) return null;
  return (
    <>
      {lead.duplicates.map((other) => (
        <Notice
          key={other.id}
          tone="warn"
          title={t("lead.duplicateFound", { name: other.customer.name, number: other.number })}
        >
          <PageLink to={here({ do: "merge", other: other.id })}>{t("lead.compare")}</PageLink>
        </Notice>
      ))}
      {lead.merged && lead.undo_merge_until && (
        <Notice tone="quiet" title={t("lead.wasMerged", { number: lead.merged })}>
          <ActionForm call={`/api/v1/leads/${lead.id}/merge/undo`} page={here(CLOSED)} done="unmerged">
            <Button type="submit" size="s">
              {t("lead.undoUntil", { at: f.dateTime(lead.undo_merge_until) })}
            </Button>
          </ActionForm>
        </Notice>
      )}
    </>
  );
}

/** The states it has been through, with when that was. */
function Stages({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const reached = new Map<string, string>();
  for (const touch of [...lead.touches].reverse()) if (touch.after) reached.set(touch.after, touch.at);
  const ended = lead.closed_at !== null;
  const stages = ended ? [...OPEN.filter((state) => reached.has(state)), lead.state] : OPEN;
  const steps = stages.map((state): Step => {
    const at = reached.get(state);
    const isCurrent = state === lead.state;
    return {
      key: state,
      label: t(`leads.s.${state}`),
      note: at ? f.dateTime(at) : undefined,
      state: isCurrent ? (ended && state !== "won" ? "failed" : "current") : at ? "done" : "todo",
    };
  });
  return (
    <Card className="ld-stages">
      <Steps label={t("lead.stages")} steps={steps} />
    </Card>
  );
}

/** What is to be done next. */
function NextAction({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here, session } = usePage<typeof leadGrammar>();
  if (lead.closed_at !== null) {
    if (!lead.reason && !lead.policy_no) return null;
    return (
      <Card title={t(`leads.s.${lead.state}`)}>
        <p>
          {lead.policy_no
            ? t("lead.soldAs", { amount: f.money(lead.amount, lead.currency, 0), policy: lead.policy_no })
            : reasonOf(lead, t, session.locale)}
        </p>
      </Card>
    );
  }
  return (
    <Card
      title={t("leads.next")}
      className="ld-next"
      aside={
        can("update", "Lead") && (
          <span className="row">
            <LinkButton to={here({ ...CLOSED, do: "plan" })} icon="calendar" size="s">
              {t(lead.next_action_at ? "lead.move" : "lead.planNext")}
            </LinkButton>
            {lead.next_action_at && (
              <LinkButton to={here({ ...CLOSED, do: "touch" })} icon="check" size="s">
                {t("lead.doneNext")}
              </LinkButton>
            )}
          </span>
        )
      }
    >
      <p>
        <Due lead={lead} />
      </p>
      <p className="quiet">
        {lead.contacted_at === null
          ? t("lead.slaText")
          : t("lead.firstContact", { at: f.dateTime(lead.contacted_at), n: lead.attempts })}
      </p>
      {lead.reminds_at && <p className="quiet">{t("outreach.remindsAt", { at: f.dateTime(lead.reminds_at) })}</p>}
      <Escalation lead={lead} />
    </Card>
  );
}

const reasonOf = (lead: LeadDetail, t: ReturnType<typeof useText>, locale: string) => {
  const reason = lead.reasons.find(({ code }) => code === lead.reason);
  return reason?.labels[locale] || reason?.labels.en || t(`leads.r.${lead.reason}`);
};

const ICONS: Readonly<Record<string, IconName>> = {
  call: "phone",
  message: "send",
  visit: "map-pin",
  note: "file-text",
  bot: "bot",
  import: "upload",
};

/** What was done. */
function Touches({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof leadGrammar>();
  const title = (touch: Touch) => {
    if (touch.kind === "event") return t(`leads.te.${touch.event}`); /* i18n: leads.te.* */
    if (touch.kind === "touch")
      return [t(`leads.ch.${touch.channel}`), touch.outcome && t(`leads.o.${touch.outcome}`)]
        .filter(Boolean)
        .join(f.comma);
    if (touch.medium)
      return t(`outreach.k.${touch.event || touch.kind}`, {
        channel: t(`channel.${touch.medium}`),
      }); /* i18n: channel.*, outreach.k.* */
    return t(`lead.tk.${touch.kind}`); /* i18n: lead.tk.* */
  };
  const items = lead.touches.map((touch): Happening => {
    const more = [
      touch.channel && touch.kind === "event" && t(`leads.ch.${touch.channel}`),
      touch.outcome && touch.kind === "event" && t(`leads.o.${touch.outcome}`),
      touch.amount !== null && f.money(touch.amount, lead.currency, 0),
      touch.due_at && t("lead.nextOn", { at: f.dateTime(touch.due_at) }),
      touch.by || t("lead.bySystem"),
    ].filter(Boolean);
    return {
      key: touch.id,
      at: touch.at,
      title: title(touch),
      icon: ICONS[touch.channel] ?? (touch.kind === "event" ? "arrow-right" : "history"),
      tone: touch.after === "won" ? "good" : touch.kind === "event" ? "acc" : "quiet",
      body: (
        <>
          {touch.note && <bdi className="block">{touch.note.replaceAll(NAME, lead.customer.name)}</bdi>}
          {touch.medium && <Delivery touch={touch} />}
          {touch.medium && " · "}
          {more.join(" · ")}
          {can("update", "Lead") && lead.repeatable.includes(touch.id) && (
            <ActionForm call={`/api/v1/leads/${lead.id}/messages/again`} page={here(CLOSED)} done="sent">
              <HiddenValues values={{ message: touch.id }} />
              <Button type="submit" variant="quiet" size="s">
                {t("outreach.sendAgain")}
              </Button>
            </ActionForm>
          )}
        </>
      ),
    };
  });
  return (
    <Card
      title={t("lead.touches")}
      lead={t("leads.attempts", { n: lead.attempts })}
      aside={
        can("update", "Lead") &&
        lead.closed_at === null && <PageLink to={here({ do: "touch" })}>{t("leads.log")}</PageLink>
      }
    >
      <Timeline label={t("lead.touches")} items={items} />
    </Card>
  );
}

/** The plans with their prices, and the quote. */
function Quote({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof leadGrammar>();
  const { quote } = lead;
  const money = (amount: number | null) => f.money(amount, lead.currency, 0);
  return (
    <Card className="ld-quote" title={t("lead.quote")} lead={quote.prices && <bdi>{quote.prices}</bdi>}>
      {quote.plans.length === 0 && lead.price === null && <p className="quiet">{t("lead.noPrices")}</p>}
      {quote.plans.length > 0 && (
        <ul className="ld-plans">
          {quote.plans.map((plan) => (
            <li key={plan.years} aria-current={plan.years === lead.plan_years ? "true" : undefined}>
              <span className="quiet">{t("leads.years", { n: plan.years })}</span>
              <strong>{money(plan.total)}</strong>
              <small className="quiet">
                {plan.up_to_km === null ? t("leads.anyKm") : t("leads.toKm", { n: f.number(plan.up_to_km) })}
              </small>
            </li>
          ))}
        </ul>
      )}
      {lead.price !== null && (
        <>
          {(quote.is_over || quote.is_old) && (
            <Notice tone="warn" title={t(quote.is_over ? "lead.quoteOver" : "lead.quoteOld")} />
          )}
          <Facts
            items={[
              [lead.plan_years ? t("leads.years", { n: lead.plan_years }) : t("leads.plan"), money(lead.price)],
              ...quote.taxes.map(
                ({ kind, rate, amount }) =>
                  [t(`leads.tax.${kind}`, { rate: f.number(rate) }) /* i18n: leads.tax.* */, money(amount)] as const,
              ),
              [t("lead.total"), <strong key="t">{money(lead.total)}</strong>],
              [t("lead.validTo"), f.date(lead.quote_until)],
              ...(quote.supply_state ? [[t("leads.supply"), <bdi key="s">{quote.supply_state}</bdi>] as const] : []),
            ]}
          />
          {quote.payment && (
            <p className="row">
              <img
                src={quote.payment.qr}
                alt={t("lead.payQr", { amount: money(lead.total) })}
                width={132}
                height={132}
              />
              <a href={quote.payment.link}>{t("lead.payUpi")}</a>
            </p>
          )}
          {lead.quote_opened_at && (
            <p className="quiet small">
              {t("outreach.quoteOpens", { n: lead.quote_opens, at: f.dateTime(lead.quote_opened_at) })}
            </p>
          )}
          <p className="row">
            {can("update", "Lead") && lead.closed_at === null && !quote.is_over && (
              <LinkButton to={here({ ...CLOSED, do: "send", how: "quote" })} icon="send" size="s">
                {t(lead.touches.some((touch) => touch.with_quote) ? "outreach.sendAgain" : "outreach.sendQuote")}
              </LinkButton>
            )}
            <LinkButton to={`/api/v1/leads/${lead.id}/quote.pdf`} icon="download" size="s" download>
              {t("lead.pdf")}
            </LinkButton>
            <LinkButton to={`/api/v1/leads/${lead.id}/quote.pdf?hl=hi`} icon="download" size="s" download>
              {t("lead.pdfHindi")}
            </LinkButton>
          </p>
        </>
      )}
    </Card>
  );
}

/** Who it is, as the reader may see them. */
function Customer({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const { customer } = lead;
  return (
    <Card title={t("leads.customer")}>
      <Facts
        items={[
          [t("leads.name"), <bdi key="n">{customer.name}</bdi>],
          [
            t("leads.phone"),
            customer.phone ? (
              <a key="p" href={`tel:${customer.phone}`}>
                <bdi dir="ltr">{customer.phone_shown}</bdi>
              </a>
            ) : (
              <bdi key="p" dir="ltr">
                {customer.last4 ? `•••• ${customer.last4}` : f.number(null)}
              </bdi>
            ),
          ],
          [t("leads.email"), <bdi key="e">{customer.email || f.number(null)}</bdi>],
          [
            t("lead.consent"),
            customer.consent ? t("lead.consentOn", { at: f.date(customer.consent_at) }) : t("lead.noConsent"),
          ],
          ...(customer.consent_text
            ? [[t("lead.consentLine"), <bdi key="c">{customer.consent_text}</bdi>] as const]
            : []),
        ]}
      />
      {customer.phone === null && customer.last4 && <p className="quiet small">{t("lead.masked")}</p>}
    </Card>
  );
}

/** The vehicle. */
function Vehicle({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const name = useVehicle();
  const { vehicle } = lead;
  return (
    <Card
      title={t("leads.vehicle")}
      aside={
        lead.vehicle_id && <PageLink to={`/admin/masters/vehicles/${lead.vehicle_id}`}>{t("lead.jobCards")}</PageLink>
      }
    >
      <Facts
        items={[
          [
            t("leads.vin"),
            <bdi key="v" dir="ltr" className="ld-code">
              {vehicle.vin ?? f.number(null)}
            </bdi>,
          ],
          [
            t("leads.registration"),
            <bdi key="r" dir="ltr" className="ld-code">
              {vehicle.registration ?? f.number(null)}
            </bdi>,
          ],
          [t("leads.model"), <bdi key="m">{name(vehicle) || f.number(null)}</bdi>],
          [t("leads.saleDate"), f.date(vehicle.sale_date)],
        ]}
      />
      {vehicle.warnings.length > 0 && <p className="quiet small">{t("lead.checkDigit")}</p>}
    </Card>
  );
}

/** Where the lead came from and who has it. */
function Source({ lead }: { lead: LeadDetail }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { source } = lead;
  return (
    <Card title={t("lead.source")}>
      <Facts
        items={[
          [t("lead.cameBy"), t(`leads.src.${source.kind}`) /* i18n: leads.src.* */],
          ...(source.bot
            ? [
                [
                  t("lead.bot"),
                  <bdi key="b">
                    {source.version ? t("lead.botVersion", { name: source.bot, version: source.version }) : source.bot}
                  </bdi>,
                ] as const,
              ]
            : []),
          ...(source.conversation && can("read", "Conversation")
            ? [
                [
                  t("lead.conversation"),
                  <PageLink key="c" to={`/reports/conversations/${source.conversation}`}>
                    {t("lead.openIt")}
                  </PageLink>,
                ] as const,
              ]
            : []),
          [t("leads.owner"), <bdi key="o">{lead.owner?.full_name ?? t("leads.noOwner")}</bdi>],
          [t("leads.outlet"), <bdi key="u">{lead.outlet?.name ?? t("leads.withoutOutlet")}</bdi>],
          [t("leads.group"), <bdi key="g">{lead.parent?.name ?? f.number(null)}</bdi>],
          [t("leads.created"), f.dateTime(lead.created_at)],
        ]}
      />
    </Card>
  );
}

/** Whichever sheet the address asks for. */
function Sheet({ lead }: { lead: LeadDetail }) {
  const can = useCan();
  const { query, here } = usePage<typeof leadGrammar>();
  const to = here(CLOSED);
  const do_ = query.do;
  if (!do_ || !can("update", "Lead")) return null;
  if (do_ === "edit") return <EditSheet lead={lead} to={to} />;
  if (do_ === "touch")
    return lead.closed_at === null ? (
      <TouchSheet lead={lead} how={query.how && query.how !== "quote" ? query.how : "call"} to={to} />
    ) : null;
  if (do_ === "send")
    return lead.closed_at === null ? (
      <MessageSheet key={query.how} lead={lead} withQuote={query.how === "quote"} to={to} />
    ) : null;
  if (do_ === "plan") return lead.closed_at === null ? <PlanSheet lead={lead} to={to} /> : null;
  if (do_ === "merge") return query.other ? <MergeSheet lead={lead} other={query.other} to={to} /> : null;
  return lead.possible.includes(do_) ? <EventSheet key={do_} lead={lead} event={do_} to={to} /> : null;
}
