/** The dictionary of metrics: what each counts, with the reader's own numbers of the last 28 days as its example. */
import { Card, Empty, LinkButton, Notice, PageHead, PageLink, Pill, Trouble } from "../../components";
import { Sparkline } from "../../components/charts/Sparkline";
import { SearchForm } from "../../components/fields/SearchForm";
import { figureText, type Formatter } from "../../lib/format";
import { useFormat, useText } from "../../lib/i18n";
import type { TextFunction } from "../../lib/messages";
import { useGetForm, usePage } from "../../page";
import { coverText, SMALL, shareText, valueText } from "../reports/cards/figures";
import { csvPath, USUAL } from "../reports/dashboard/api";
import { referenceApi } from "./api";
import { Around } from "./Around";
import { ALL, byGroup, sees, valueOf } from "./metrics";
import type { metricsGrammar } from "./query";
import type { Card as Figure, Metric } from "./types";
import "./reference.css";

/** The page. */
export default function MetricsPage() {
  const t = useText();
  const { session, query } = usePage<typeof metricsGrammar>();
  const isSeen = sees(session);
  const metrics = referenceApi.useMetricsQuery(undefined, { skip: !isSeen });
  const values = referenceApi.useMetricValuesQuery(ALL, { skip: !isSeen });
  const chosen = metrics.data?.items.find(({ id }) => id === query.m);
  return (
    <>
      <PageHead
        title={t("reference.metrics")}
        lead={t("reference.metricsLead")}
        back={{ to: "/admin/reference", label: t("reference.title") }}
        actions={
          isSeen && (
            <LinkButton to={csvPath("cards", USUAL)} download icon="download">
              {t("reference.exportMetrics")}
            </LinkButton>
          )
        }
      />
      <Around>
        {!isSeen && <Notice>{t("reference.noReports")}</Notice>}
        <Trouble of={metrics} />
        <Trouble of={values} />
        {metrics.data && (
          <div className={chosen ? "rf-metrics chosen" : "rf-metrics"}>
            <List items={metrics.data.items} chosen={query.m} />
            {query.m && !chosen && <Empty title={t("reference.noMetric")} />}
            {chosen && <Definition metric={chosen} />}
          </div>
        )}
      </Around>
    </>
  );
}

/** All metrics with today's value of each. */
function List({ items, chosen }: { items: readonly Metric[]; chosen: string }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof metricsGrammar>();
  const submit = useGetForm();
  const { data } = referenceApi.useMetricValuesQuery(ALL);
  const words = query.q.toLowerCase().split(/\s+/);
  const matching = items.filter(({ id, name }) => words.every((word) => `${id} ${name}`.toLowerCase().includes(word)));
  return (
    <Card
      flush
      title={t("reference.metrics")}
      lead={t("reference.last28")}
      aside={
        <SearchForm
          label={t("reference.findMetric")}
          action="/admin/reference/metrics"
          value={query.q}
          onSubmit={submit}
        />
      }
    >
      <ul className="rf-figures-list text-13">
        {matching.map(({ id, name, version }) => {
          const card = data?.cards.find((card) => card.id === id);
          return (
            <li key={id}>
              <PageLink to={here({ m: id })} aria-current={id === chosen ? "true" : undefined}>
                <span>
                  {name} <code dir="ltr">{id}</code>
                  {data && card?.value == null && <small className="quiet"> · {noneText(card, f, t)}</small>}
                </span>
                <strong className={card?.provisional ? "num provisional" : "num"}>
                  {card && data ? valueText(card, data.currency, f, t) : f.number(null)}
                </strong>
                <span className="num quiet">{t("reference.version", { n: version })}</span>
              </PageLink>
            </li>
          );
        })}
      </ul>
      {matching.length === 0 && <Empty icon="search" title={t("reference.noMetricFits")} />}
    </Card>
  );
}

/** Why a metric has no value. */
function noneText(card: Figure | undefined, f: Formatter, t: TextFunction): string {
  if (!card) return t("reference.notYours");
  return card.measured.of > 0 && card.measured.n === 0 ? coverText(card, f, t) : t("reference.nothing");
}

/** One metric: its definition, and how today's number came about. */
function Definition({ metric }: { metric: Metric }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const { data } = referenceApi.useMetricValuesQuery(valueOf(metric.id));
  const card = data?.cards.find(({ id }) => id === metric.id);
  return (
    <Card
      title={metric.name}
      lead={<code dir="ltr">{metric.id}</code>}
      aside={<Pill tone="acc">{t("reference.currentVersion", { n: metric.version })}</Pill>}
      className="rf-definition"
    >
      {card && data && <Example card={card} currency={data.currency} />}
      {data && card?.value == null && <p className="small quiet">{noneText(card, f, t)}</p>}
      <dl className="rf-facts">
        <Fact name={t("reference.formula")}>{metric.formula}</Fact>
        <Fact name={t("reference.population")}>{metric.population}</Fact>
        <Fact name={t("reference.noValue")}>{metric.null_rule}</Fact>
        <Fact name={t("reference.unit")}>{t(`reference.u.${metric.unit}`) /* i18n: reference.u.* */}</Fact>
        <Fact name={t("reference.better")}>
          {t(`reference.better.${metric.better}`) /* i18n: reference.better.* */}
        </Fact>
        {card && (
          <Fact name={t("reference.measured")}>
            {t("reference.measuredOf", { n: f.number(card.measured.n), of: f.number(card.measured.of) })}
          </Fact>
        )}
      </dl>
      <h3>{t("reference.versions")}</h3>
      <ol className="rf-versions rows gap-6 text-13">
        {metric.versions.map(({ version, since, change }) => (
          <li key={version}>
            <strong>{t("reference.version", { n: version })}</strong>
            <span className="quiet">{t("reference.since", { day: f.date(since) })}</span>
            <span>{change}</span>
          </li>
        ))}
      </ol>
      {card && data && (
        <>
          <h3>{t("reference.live")}</h3>
          <p className="small quiet">
            {t("reference.liveOf", {
              from: f.date(data.filters.from),
              to: f.date(data.filters.to),
              zone: data.filters.zone,
              at: f.dateTime(data.as_of),
            })}
          </p>
          <Sparkline values={card.spark} provisional={card.provisional} />
          <table className="table compact">
            <caption className="sr">{t("reference.byGroup")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("reference.of.intents")}</th>
                <th scope="col" className="num">
                  {t("reference.counted")}
                </th>
                <th scope="col" className="num">
                  {t("reference.outOf")}
                </th>
                <th scope="col" className="num">
                  {t("reference.value")}
                </th>
              </tr>
            </thead>
            <tbody>
              {byGroup(session, metric.id).map((values) => (
                <OfGroup key={values.args.grp} values={values} />
              ))}
            </tbody>
            <tfoot>
              <Line name={t("reference.overall")} card={card} currency={data.currency} />
            </tfoot>
          </table>
          {card.notes.map((note) => (
            <p className="small quiet" key={note}>
              {note}
            </p>
          ))}
        </>
      )}
    </Card>
  );
}

/** A fact of a definition. */
function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Numerator over denominator and what they make, each leading to its evidence. */
function Example({ card, currency }: { card: Figure; currency: string }) {
  const t = useText();
  const f = useFormat();
  const before = beforeText(card, currency, f, t);
  const part = (value: number | null, to: string | null) =>
    to ? <PageLink to={to}>{f.number(value)}</PageLink> : f.number(value);
  return (
    <div className="rf-example">
      {card.den !== null && (
        <>
          <span className="rf-fraction">
            <span>
              {part(card.num, card.link)} <small>{t("reference.counted")}</small>
            </span>
            <span>
              {part(card.den, card.population_link)} <small>{t("reference.outOf")}</small>
            </span>
          </span>
          <span aria-hidden="true">=</span>
        </>
      )}
      <span>
        <strong>{valueText(card, currency, f, t)}</strong>
        {before && <small>{before}</small>}
      </span>
      {card.link && <PageLink to={card.link}>{t("reference.evidence")}</PageLink>}
    </div>
  );
}

/** What the value was in the period before, if anything was measured there. */
function beforeText(card: Figure, currency: string, f: Formatter, t: TextFunction): string {
  if (card.delta_unit === "unmeasured") return t("reference.unmeasured");
  if (card.previous === null) return "";
  const { previous: value, previous_num: num, previous_den: den } = card;
  const few = den !== null && den < SMALL;
  const text =
    card.unit === "percent" ? shareText({ value, num, den, few }, f, t) : figureText(value, card.unit, currency, f);
  return t("reference.before", { value: text });
}

/** The same number of one report group. */
function OfGroup({ values }: { values: ReturnType<typeof byGroup>[number] }) {
  const t = useText();
  const { data } = referenceApi.useMetricValuesQuery(values);
  const card = data?.cards[0];
  return card ? <Line name={t(`reference.group.${values.args.grp}`)} card={card} currency={data.currency} /> : null;
}

/** A row: what is counted, out of how much, and the value. */
function Line({ name, card, currency }: { name: string; card: Figure; currency: string }) {
  const t = useText();
  const f = useFormat();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">{f.number(card.num)}</td>
      <td className="num">{f.number(card.den)}</td>
      <td className="num">
        <strong>{valueText(card, currency, f, t)}</strong>
      </td>
    </tr>
  );
}
