/** An outlet beside the others of its dealer group: each figure with the median, its place among them, and its rank. */
import { Card, PageLink } from "../../components";
import { Delta } from "../../components/charts/Delta";
import { pct } from "../../components/charts/scale";
import { Table } from "../../components/Table";
import { drawn, type DataColumn } from "../../components/table/columns";
import { figureText } from "../../lib/format";
import { useFormat, useText } from "../../lib/i18n";
import { clientsApi } from "./api";
import type { Outlet, OutletStanding } from "./types";

type Figure = OutletStanding["figures"][number];

/** The card. */
export function Against({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const f = useFormat();
  const { data } = clientsApi.useOutletStandingQuery(outlet.id);
  if (!data) return null;
  const text = (value: number | null, { unit }: Figure) => figureText(value, unit, "", f);
  const columns: DataColumn<Figure>[] = [
    {
      key: "metric",
      name: t("clients.figure"),
      head: t("clients.figure"),
      rowHead: true,
      cell: (row) => (row.id === "bookings" ? t("clients.bookings") : t(`reports.k.${row.id}`)), // i18n: reports.k.*
    },
    {
      key: "value",
      name: outlet.name,
      slot: "state" as const,
      head: <bdi>{outlet.name}</bdi>,
      numeric: true,
      cell: (row) =>
        row.small ? <span className="quiet">{t("clients.needs30")}</span> : <b>{text(row.value, row)}</b>,
    },
    {
      key: "median",
      name: t("clients.median"),
      head: t("clients.median"),
      numeric: true,
      cell: (row) => text(row.median, row),
    },
    {
      key: "strip",
      name: t("clients.better", { n: data.outlets }),
      slot: "none" as const,
      head: t("clients.better", { n: data.outlets }),
      className: "cl-strip",
      cell: (row) => <Strip figure={row} />,
    },
    {
      key: "difference",
      name: t("clients.difference"),
      head: t("clients.difference"),
      numeric: true,
      cell: (row) => <Difference figure={row} />,
    },
    {
      key: "rank",
      name: t("clients.rank"),
      head: t("clients.rank"),
      numeric: true,
      cell: (row) =>
        row.rank === null || row.of === null
          ? f.number(null)
          : t("clients.rankOf", { rank: f.number(row.rank), of: f.number(row.of) }),
    },
    {
      key: "n",
      name: t("clients.counted"),
      head: t("clients.counted"),
      numeric: true,
      wide: true,
      cell: (row) => f.number(row.den),
    },
  ];
  return (
    <Card
      title={t("clients.against")}
      lead={
        <>
          <bdi>{data.parent}</bdi>
          {f.comma}
          {f.range(data.from, data.to)}
        </>
      }
      aside={<PageLink to={data.dashboard}>{t("clients.dashboard")}</PageLink>}
      flush
      className="cl-against"
    >
      <div className="data-table">
        <Table
          caption={t("clients.against")}
          rows={data.figures}
          rowKey={(row) => row.id}
          columns={columns.map(drawn)}
        />
      </div>
      <p className="cl-foot small quiet">
        <span>
          <i className="cl-own" /> {t("clients.thisOutlet")}
        </span>
        <span>
          <i className="cl-other" /> {t("clients.otherOutlets")}
        </span>
        <span>
          <i className="cl-median" /> {t("clients.median")}
        </span>
      </p>
    </Card>
  );
}

/** By how much it is off the median; a rate in points. */
function Difference({ figure: { value, median, unit, better, small } }: { figure: Figure }) {
  const t = useText();
  const f = useFormat();
  if (value === null || median === null || small) return <>{f.number(null)}</>;
  const by = value - median;
  const size = f.number(Math.abs(by), { digits: unit === "percent" ? 1 : 0 });
  return (
    <Delta
      value={by}
      text={unit === "percent" ? t("reports.pp", { n: size }) : size}
      better={unit === "percent" ? better : null}
      spoken={t(by > 0 ? "clients.above" : "clients.below")}
    />
  );
}

/** Where the outlet, the others and the median are; better is to the right, in every language. */
function Strip({ figure }: { figure: Figure }) {
  const { value, median, others, better, small } = figure;
  const own = small ? null : value;
  const all = [...others, own, median].filter((number) => number !== null);
  if (all.length < 2) return null;
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const at = (number: number) => 4 + (better === "up" ? (number - low) / span : 1 - (number - low) / span) * 92;
  return (
    <svg aria-hidden="true" className="cl-dots">
      <line x1="0" x2="100%" y1="10" y2="10" />
      {others.map((number, index) => (
        <circle key={index} cx={pct(at(number))} cy="10" r="3.5" />
      ))}
      {median !== null && <line className="median" x1={pct(at(median))} x2={pct(at(median))} y1="4" y2="16" />}
      {own !== null && <circle className="own" cx={pct(at(own))} cy="10" r="4" />}
    </svg>
  );
}
