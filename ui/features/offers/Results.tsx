/** What came of an offer: key figures, stages, limits, failures, and the messages compared. */
import { Card, Notice, PageLink, Trouble } from "../../components";
import { Table } from "../../components/Table";
import { Funnel } from "../../components/charts/Funnel";
import { Meter } from "../../components/data/Meter";
import { Stat, Stats } from "../../components/data/Stat";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { offersApi } from "./api";
import { failureText } from "./cells";
import type { offerGrammar } from "./query";
import { FEWEST, RECIPIENT_VIEWS, type Funnel as Answer, type WholeOffer } from "./types";

/** The tab. */
export function Results({ offer }: { offer: WholeOffer }) {
  const result = offersApi.useOfferFunnelQuery(offer.id);
  return (
    <>
      <Trouble of={result} />
      {result.data && <Shown offer={offer} funnel={result.data} />}
    </>
  );
}

function Shown({ offer, funnel }: { offer: WholeOffer; funnel: Answer }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof offerGrammar>();
  const count = (id: string) => funnel.stages.find((row) => row.id === id)?.count ?? 0;
  const isOf = (id: string): id is (typeof RECIPIENT_VIEWS)[number] =>
    (RECIPIENT_VIEWS as readonly string[]).includes(id);
  const partial = !funnel.final;
  return (
    <>
      <Figures offer={offer} funnel={funnel} />
      <div className="columns of-sides">
        <Card
          className="of-stages"
          title={t("offers.stages")}
          lead={t("offers.cumulative")}
          flush
          foot={
            <>
              {funnel.stages.some((stage) => !stage.reported) && <p>{t("offers.unreported")}</p>}
              {Object.keys(funnel.skipped).length > 0 && (
                <p>
                  {t("offers.leftOutBecause", {
                    reasons: f.list(
                      Object.entries(funnel.skipped).map(([code, n]) => `${t(`offers.x.${code}`)} ${f.number(n)}`),
                    ),
                  })}
                </p>
              )}
            </>
          }
        >
          <Funnel
            caption={t("offers.stages")}
            unit={t("offers.people")}
            stages={funnel.stages.map((stage) => ({
              key: stage.id,
              label: t(`offers.stage.${stage.id}`), // i18n: offers.stage.*
              value: stage.count,
              partial: partial && stage.id === "converted",
              ...(isOf(stage.id) && { to: here({ tab: "recipients", state: stage.id }) }),
              ...(!stage.reported && { note: t("offers.notReported") }),
            }))}
            {...(funnel.stages.some((stage) => !stage.reported) && { note: t("offers.note") })}
          />
        </Card>
        <div className="stack">
          <Guards funnel={funnel} />
          {funnel.variants.length > 0 && <Variants funnel={funnel} />}
          <Failures funnel={funnel} />
        </div>
      </div>
      {count("targeted") === 0 && <Notice>{t("offers.nobodyYet")}</Notice>}
    </>
  );
}

/** The key figures; what still counts is marked. */
function Figures({ offer, funnel }: { offer: WholeOffer; funnel: Answer }) {
  const t = useText();
  const f = useFormat();
  const stage = (id: string) => funnel.stages.find((row) => row.id === id);
  const [accepted, delivered, converted] = [stage("accepted"), stage("delivered"), stage("converted")];
  const provisional = !funnel.final;
  const points = (value: number) => t("offers.points", { n: f.number(Math.round(value * 10) / 10) });
  return (
    <Stats label={t("offers.figures")}>
      <Stat
        label={t("offers.sentTo")}
        value={f.number(accepted?.count ?? null)}
        note={t("offers.queuedNote", { n: f.number(funnel.queued) })}
      />
      <Stat
        label={t("offers.stage.converted")}
        value={f.percent(converted?.rate ?? null)}
        provisional={provisional}
        note={t("offers.ofDelivered", { n: f.number(converted?.count ?? 0), of: f.number(delivered?.count ?? 0) })}
        mark={provisional ? t("offers.stillCounting") : undefined}
      />
      <Stat
        label={t("offers.revenue")}
        value={f.money(funnel.revenue, offer.currency)}
        provisional={provisional}
        note={t(offer.goal === "visit" ? "offers.revenueOfVisits" : "offers.noRevenue")}
      />
      {funnel.cost !== null && (
        <Stat
          label={t("offers.cost")}
          value={f.money(funnel.cost, offer.currency, 2)}
          note={funnel.roi === null ? t("offers.costOf") : t("offers.roi", { n: f.percent(funnel.roi, 0) })}
        />
      )}
      <Stat
        label={t("offers.lift")}
        value={funnel.lift ? points(funnel.lift.difference) : "—"}
        provisional={provisional && funnel.lift !== null}
        {...(funnel.lift && (delivered?.count ?? 0) < FEWEST && { few: t("offers.needs", { n: FEWEST }) })}
        note={
          funnel.lift
            ? t("offers.between", { low: points(funnel.lift.low), high: points(funnel.lift.high) })
            : t("offers.noHoldout")
        }
      />
    </Stats>
  );
}

/** The limits that pause the offer by themselves. */
function Guards({ funnel }: { funnel: Answer }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card title={t("offers.guards")} foot={t("offers.guardsFoot")}>
      {funnel.guards.map(({ id, value, limit, exceeded }) => (
        <Meter
          key={id}
          label={t(`offers.limit.${id}`) /* i18n: offers.limit.* */}
          value={value}
          max={limit}
          text={t("offers.ofLimit", { value: f.percent(value * 100), limit: f.percent(limit * 100) })}
          tone={exceeded ? 5 : value > limit / 2 ? 2 : 1}
        />
      ))}
    </Card>
  );
}

/** The messages beside each other. */
function Variants({ funnel }: { funnel: Answer }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof offerGrammar>();
  const share = (part: number, whole: number) => f.percent(whole > 0 ? (part / whole) * 100 : null);
  const { winner } = funnel;
  return (
    <Card
      title={t("offers.ab")}
      lead={t("offers.splitFixed")}
      flush
      foot={
        winner && (
          // i18n: offers.winner.*
          <p>{t(`offers.winner.${winner.state}`, { n: winner.needed, letter: winner.variant?.toUpperCase() ?? "" })}</p>
        )
      }
    >
      <Table
        caption={t("offers.ab")}
        rows={funnel.variants}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "id",
            head: t("offers.variant"),
            rowHead: true,
            cell: (row) => (
              <PageLink to={here({ tab: "recipients", variant: row.id as "a" })}>{row.id.toUpperCase()}</PageLink>
            ),
          },
          {
            key: "delivered",
            head: t("offers.stage.delivered"),
            numeric: true,
            cell: (row) => f.number(row.delivered),
          },
          {
            key: "clicked",
            head: t("offers.stage.clicked"),
            numeric: true,
            cell: (row) => share(row.clicked, row.delivered),
          },
          {
            key: "converted",
            head: t("offers.stage.converted"),
            numeric: true,
            cell: (row) => (
              <>
                <b>{share(row.converted, row.delivered)}</b>{" "}
                <span className="small quiet">
                  {row.low !== null &&
                    row.high !== null &&
                    t("offers.between", { low: f.percent(row.low), high: f.percent(row.high) })}
                </span>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** Why messages failed, and what to do about it. */
function Failures({ funnel }: { funnel: Answer }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof offerGrammar>();
  const rows = Object.entries(funnel.failed).sort((a, b) => b[1] - a[1]);
  if (rows.length === 0) return null;
  return (
    <Card title={t("offers.whyFailed")} flush>
      <Table
        caption={t("offers.whyFailed")}
        rows={rows}
        rowKey={([code]) => code}
        columns={[
          {
            key: "code",
            head: t("offers.reason"),
            rowHead: true,
            cell: ([code]) => failureText(code, t),
          },
          {
            key: "count",
            head: t("offers.people"),
            numeric: true,
            cell: ([, number]) => f.number(number),
          },
        ]}
      />
      <p className="card-body">
        <a className="small" href={here({ tab: "recipients", state: "failed" })}>
          {t("offers.seeThem")}
        </a>
      </p>
    </Card>
  );
}
