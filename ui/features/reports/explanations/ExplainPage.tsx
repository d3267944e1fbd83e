/** Why a figure changed: how much, whether by chance, which parts moved it, and conversations behind it. */
import { Avatar, Card, Empty, MenuLink, PageHead, Segments } from "../../../components";
import { FilterMenu } from "../../../components/filters";
import { Table, type Column } from "../../../components/Table";
import { Delta } from "../../../components/charts/Delta";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { later, PageLink, usePage } from "../../../page";
import { metricName } from "../cards/metricName";
import { filters } from "../dashboard/api";
import { FilterBar } from "../shell/FilterBar";
import { explainApi, type Explanation, type Part } from "./api";
import { SPLITS, type explainQuery } from "./query";
import { Waterfall, type Step } from "./Waterfall";
import { changeText, pairText, partText, rateText, valueText } from "./words";
import "../../../styles/conversations.css";
import "./explain.css";

const Failed = later(() => import("../shell/ReportStates"), "Failed");

/** The page in each of its states. */
export default function ExplainPage() {
  const t = useText();
  const { query, here } = usePage<typeof explainQuery>();
  const { data, error, refetch } = explainApi.useExplanationQuery(query);
  const title = t("explain.title");
  if (!data) return error ? <Failed title={title} error={error} retry={() => void refetch()} /> : null;
  const group = data.report.split("/")[1];
  return (
    <>
      <Head data={data} title={title} />
      <nav className="fb" aria-label={t("explain.figure")}>
        <FilterMenu label={t("explain.figure")} value={metricName(data.metric, t)} name="filter">
          {data.metrics.map((metric) => (
            <MenuLink key={metric} to={here({ metric })} current={metric === data.metric}>
              {metricName(metric, t)}
            </MenuLink>
          ))}
        </FilterMenu>
      </nav>
      <FilterBar data={data} hasGroups={!group} />
      {data.delta === null ? (
        <Empty icon="chart-column" title={t("explain.noneTitle")}>
          {t(query.cmp === "none" ? "explain.noneCompare" : "explain.noneText")}
        </Empty>
      ) : (
        <>
          <Summary data={data} delta={data.delta} />
          <div className="grid12">
            <Parts data={data} delta={data.delta} />
            <Newest data={data} />
          </div>
        </>
      )}
      <p className="ft">
        <span>{t("explain.exact")}</span>
        {query.by === "intent" && <span>{t("explain.lastIntent")}</span>}
      </p>
    </>
  );
}

/** The title, and the way back to the report under the same filters. */
function Head({ data, title }: { data: Explanation; title: string }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof explainQuery>();
  const { filters: range } = data;
  const dates = range.compared
    ? t("explain.against", {
        now: f.range(range.from, range.to),
        then: f.range(range.compared.from, range.compared.to),
      })
    : f.range(range.from, range.to);
  return (
    <PageHead
      back={{ to: path(`/reports/${data.report}`, filters(query)), label: t("explain.back") }}
      title={title}
      lead={[metricName(data.metric, t), dates, range.zone].join(" · ")}
    />
  );
}

/** The change in one line, and whether chance explains it. */
function Summary({ data, delta }: { data: Explanation; delta: number }) {
  const t = useText();
  const f = useFormat();
  const mix = data.items.reduce((sum, part) => sum + part.mix, 0);
  const [most] = data.items;
  const names = new Intl.DisplayNames(usePage().session.locale, { type: "language" });
  const counts = (num: number | null, den: number | null) =>
    den === null ? f.number(num) : t("common.outOf", { num: f.number(num), den: f.number(den) });
  return (
    <Card className="xp-sum">
      <p className="xp-values">
        <b>{valueText(data.previous, data, f)}</b> → <b>{valueText(data.value, data, f)}</b>{" "}
        <Delta
          value={delta}
          text={changeText(Math.abs(delta), data, f, t).replace("+", "")}
          better={data.better}
          spoken={t(delta > 0 ? "reports.up" : "reports.down")}
        />
        {data.unit !== "money" && (
          <span className="quiet">
            {counts(data.previous_num, data.previous_den)} → {counts(data.num, data.den)}
          </span>
        )}
      </p>
      <p>
        {data.chance === true
          ? t(data.small ? "explain.few" : "explain.chance")
          : most &&
            t("explain.most", { name: partText(most, data.by, names, t), part: changeText(most.total, data, f, t) })}
      </p>
      {data.chance !== true && data.den !== null && (
        <p className="quiet">
          {t("explain.mixAndRate", {
            rate: changeText(delta - mix, data, f, t),
            mix: changeText(mix, data, f, t),
          })}
        </p>
      )}
      {data.low !== null && data.high !== null && (
        <p className="quiet">
          {t("explain.interval", { low: changeText(data.low, data, f, t), high: changeText(data.high, data, f, t) })}
        </p>
      )}
    </Card>
  );
}

/** The parts as a waterfall and as a table; they add up to the change. */
function Parts({ data, delta }: { data: Explanation; delta: number }) {
  const t = useText();
  const f = useFormat();
  const { query, here, session } = usePage<typeof explainQuery>();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const isRate = data.den !== null;
  const change = (value: number) => changeText(value, data, f, t);
  const largest = Math.max(...data.items.map(({ total }) => Math.abs(total)), Number.EPSILON);
  const judged = (value: number) => (value === 0 ? "even" : value > 0 === (data.better === "up") ? "good" : "bad");
  let level = data.previous ?? 0;
  const steps: Step[] = data.items.map((part) => {
    const from = level;
    level += part.total;
    const tone = judged(part.total);
    return {
      key: part.value,
      name: partText(part, data.by, names, t),
      text: change(part.total),
      from,
      to: level,
      tone,
    };
  });
  const columns: Column<Part>[] = [
    {
      key: "part",
      head: t(`explain.by.${data.by}`),
      rowHead: true,
      cell: (part) => <bdi>{partText(part, data.by, names, t)}</bdi>,
    }, // i18n: explain.by.*
    ...(isRate
      ? [
          {
            key: "den",
            head: t("explain.countedOf"),
            numeric: true,
            className: "wide",
            cell: (part: Part) => pairText(f.number(part.previous_den), f.number(part.den)),
          },
        ]
      : []),
    {
      key: "value",
      head: metricName(data.metric, t),
      numeric: true,
      cell: (part) =>
        pairText(rateText(part.previous_num, part.previous_den, data, f), rateText(part.num, part.den, data, f)),
    },
    ...(isRate
      ? [
          {
            key: "mix",
            head: t("explain.mix"),
            numeric: true,
            className: "wide",
            cell: (part: Part) => change(part.mix),
          },
          {
            key: "rate",
            head: t("explain.rate"),
            numeric: true,
            className: "wide",
            cell: (part: Part) => change(part.rate),
          },
        ]
      : []),
    {
      key: "bar",
      head: <span className="sr">{t("reports.bar")}</span>,
      className: "bc",
      cell: (part) => <Lean share={part.total / largest} tone={judged(part.total)} />,
    },
    { key: "total", head: t("explain.together"), numeric: true, cell: (part) => <b>{change(part.total)}</b> },
  ];
  return (
    <Card className="col-8" title={t("explain.parts")} lead={t("explain.partsOf", { change: change(delta) })} flush>
      <div className="xp-by">
        <Segments
          label={t("explain.splitBy")}
          items={SPLITS.map((by) => ({ label: t(`explain.by.${by}`), to: here({ by }), current: query.by === by }))}
        />
      </div>
      {data.marks.includes("long") ? (
        <p className="quiet xp-by">{t("explain.long")}</p>
      ) : (
        <>
          <div className="xp-by">
            <Waterfall
              label={t("explain.parts")}
              number={(value) => valueText(value, data, f)}
              finest={data.unit === "count" ? 1 : 0.1}
              steps={[
                {
                  key: "<",
                  name: t("explain.before"),
                  text: valueText(data.previous, data, f),
                  from: 0,
                  to: data.previous ?? 0,
                  tone: "before",
                },
                ...steps,
                {
                  key: ">",
                  name: t("explain.now"),
                  text: valueText(data.value, data, f),
                  from: 0,
                  to: data.value ?? 0,
                  tone: "after",
                },
              ]}
            />
          </div>
          <div className="tc">
            <Table
              caption={t("explain.parts")}
              rows={data.items}
              rowKey={(part) => part.value}
              columns={columns}
              foot={
                <tr>
                  <th scope="row">{t("reports.total")}</th>
                  {columns.slice(1).map((column) => (
                    <td
                      key={column.key}
                      className={[column.numeric ? "num" : "", column.className].filter(Boolean).join(" ")}
                    >
                      {column.key === "total" && <b>{change(delta)}</b>}
                    </td>
                  ))}
                </tr>
              }
            />
          </div>
        </>
      )}
    </Card>
  );
}

/** A bar to either side of the middle. */
function Lean({ share, tone }: { share: number; tone: string }) {
  const width = Math.abs(share) * 50;
  return (
    <svg className="hb xp-lean" aria-hidden="true">
      <line x1="50%" x2="50%" y1="0" y2="100%" />
      <rect className={`wf-${tone}`} x={`${share < 0 ? 50 - width : 50}%`} width={`${width}%`} height="100%" />
    </svg>
  );
}

/** The newest conversations of the part that adds most. */
function Newest({ data }: { data: Explanation }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card
      className="col-4"
      title={t("explain.newest")}
      aside={data.link && <PageLink to={data.link}>{t("explain.all")}</PageLink>}
    >
      {data.conversations.length === 0 ? (
        <p className="quiet">{t("explain.noConversations")}</p>
      ) : (
        <ul className="xp-list rows gap-12">
          {data.conversations.map((row) => (
            <li key={row.id}>
              <Avatar name={row.contact.name} size={20} />
              <div>
                <PageLink to={`/reports/conversations/${row.id}`}>{row.contact.name || t("explain.nameless")}</PageLink>
                <p className="quiet ellipsis" dir="auto">
                  {row.first_text}
                </p>
              </div>
              <time dateTime={row.started_at} className="quiet">
                {f.day(row.started_at, data.filters.zone)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
