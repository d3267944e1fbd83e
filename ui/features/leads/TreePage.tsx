/** Leads by dealer group, city and outlet: an address says which branches are open, so it is read without a script. */
import { useSelector } from "react-redux";
import { Card, Empty, LinkButton, Notice, PageHead, PageLink, Trouble, useCan } from "../../components";
import { Delta } from "../../components/charts/Delta";
import { Bar } from "../../components/charts/Bar";
import { Stat, Stats } from "../../components/data/Stat";
import type { DataColumn } from "../../components/table/columns";
import { TreeTable, type TreeRow } from "../../components/table/TreeTable";
import type { ApiState } from "../../api";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi, selectParentCityOutlets, selectParentLeads } from "./api";
import { Views } from "./cells";
import type { treeGrammar } from "./query";
import type { Tree, TreeCity, TreeOutlet, TreeParent } from "./types";

type Place = (TreeParent | TreeCity | TreeOutlet) & { link: string };
const DEPTH = { parent: 1, city: 2, outlet: 3 };

/** The page. */
export default function TreePage() {
  const t = useText();
  const can = useCan();
  const result = leadsApi.useParentLeadsQuery();
  const { data } = result;
  const none = data && Object.values(data.totals.counts).every((n) => n === 0);
  return (
    <>
      <PageHead
        title={t("leads.title")}
        lead={t("leads.lead")}
        actions={
          <>
            <Views current="outlets" />
            {can("export", "Lead") && (
              <LinkButton to="/api/v1/leads/export.csv" icon="download" download>
                {t("leads.export")}
              </LinkButton>
            )}
            {can("create", "Lead") && (
              <LinkButton to="/ew-leads/list?do=new" variant="primary" icon="plus">
                {t("leads.new")}
              </LinkButton>
            )}
          </>
        }
      />
      <div className="stack">
        <Trouble of={result} />
        {none && (
          <Empty
            icon="shield-check"
            title={t("leads.none")}
            actions={
              can("create", "Lead") && (
                <LinkButton to="/ew-leads/list?do=new" variant="primary" icon="plus">
                  {t("leads.new")}
                </LinkButton>
              )
            }
          >
            {t("leads.noneText")}
          </Empty>
        )}
        {data && !none && (
          <>
            <Figures tree={data} />
            {data.no_outlet.counts.new! > 0 && (
              <Notice tone="warn" title={t("leads.noOutlet", { n: data.no_outlet.counts.new! })}>
                <PageLink to="/ew-leads/list?state=new">{t("leads.showThem")}</PageLink>
              </Notice>
            )}
            <Card flush>
              <Rows tree={data} />
            </Card>
            <p className="quiet small">
              {t("leads.formulas")} {t("leads.changes", { days: data.period.days })}
            </p>
          </>
        )}
        <p className="row">
          <PageLink to="/ew-leads/prices">{t("leads.prices")}</PageLink>
          <PageLink to="/ew-leads/rules">{t("leads.rules")}</PageLink>
        </p>
      </div>
    </>
  );
}

const openOf = (counts: Readonly<Record<string, number>>) =>
  ["new", "assigned", "contacted", "engaged", "quoted", "follow_up"].reduce(
    (sum, name) => sum + (counts[name] ?? 0),
    0,
  );

/** The sums. */
function Figures({ tree }: { tree: Tree }) {
  const t = useText();
  const f = useFormat();
  const { totals, period, currency } = tree;
  const open = openOf(totals.counts);
  const change = (by: number, text: string, better: "up" | null) => (
    <Delta value={by} text={text} better={better} spoken={t(by > 0 ? "leads.up" : "leads.down")} />
  );
  const opened = open - period.open_before;
  const won = period.won - period.won_before;
  const premium = period.premium - period.premium_before;
  return (
    <Stats label={t("leads.figures")}>
      <Stat
        label={t("leads.f.open")}
        to="/ew-leads/board"
        value={f.number(open)}
        delta={change(opened, f.number(Math.abs(opened)), null)}
        note={t("leads.openBefore", { n: period.open_before, days: period.days })}
      />
      <Stat
        label={t("leads.f.won")}
        to="/ew-leads/list?state=won"
        value={f.number(totals.won)}
        delta={change(won, f.number(Math.abs(won)), "up")}
        note={
          <>
            {t("leads.inDays", { n: f.number(period.won), days: period.days })} ·{" "}
            {t("leads.winRate", { rate: f.percent(totals.conversion && totals.conversion * 100) })}
          </>
        }
      />
      <Stat
        label={t("leads.f.overdue")}
        to="/ew-leads/list?overdue=true"
        value={f.number(totals.overdue)}
        bad={totals.overdue > 0}
        note={t("leads.f.overdueNote")}
      />
      <Stat
        label={t("leads.f.premium")}
        value={f.money(totals.premium, currency, 0)}
        delta={change(premium, f.money(Math.abs(premium), currency, 0), "up")}
        note={t("leads.inDays", { n: f.money(period.premium, currency, 0), days: period.days })}
      />
    </Stats>
  );
}

/** Branches that are open once another one is opened or closed. */
function toggled(open: readonly string[], branch: string): string | undefined {
  const next = open.includes(branch)
    ? open.filter((name) => name !== branch && !name.startsWith(`${branch}.`))
    : [...open, branch];
  return next.join(",") || undefined;
}

/** One branch of the tree as a row; what is below it follows where it is open. */
function useRow(): (
  kind: keyof typeof DEPTH,
  branch: string,
  place: TreeParent | TreeCity | TreeOutlet,
) => TreeRow<Place> {
  const { query, here } = usePage<typeof treeGrammar>();
  const open = query.open.split(",").filter(Boolean);
  return (kind, branch, place) => ({
    key: branch,
    level: DEPTH[kind],
    open: kind === "outlet" ? null : open.includes(branch),
    toggle: kind === "outlet" ? "" : here({ open: toggled(open, branch) }),
    name: place.name,
    row: {
      ...place,
      link: `/ew-leads/list?${kind}=${place.id}${kind === "city" ? `&parent=${branch.split(".")[0]}` : ""}`,
    },
  });
}

/** The rows below each open group, asked for group by group. */
function useRows(): TreeRow<Place>[] {
  const { query } = usePage<typeof treeGrammar>();
  const row = useRow();
  const parents = useSelector(selectParentLeads);
  const state = { api: useSelector((all: ApiState) => all.api) };
  const open = query.open.split(",").filter(Boolean);
  return parents.flatMap((parent) => [
    row("parent", parent.id, parent),
    ...(open.includes(parent.id) ? selectParentCityOutlets(state, parent.id) : []).flatMap((city) => {
      const branch = `${parent.id}.${city.id}`;
      return [
        row("city", branch, city),
        ...(open.includes(branch) ? (city.outlets ?? []) : []).map((outlet) =>
          row("outlet", `${branch}.${outlet.id}`, outlet),
        ),
      ];
    }),
  ]);
}

/** Keeps the answer of an open group: it is asked for once, and again when leads change. */
function Branch({ parent }: { parent: string }) {
  leadsApi.useParentCityOutletsQuery(parent);
  return null;
}

/** The table. */
function Rows({ tree }: { tree: Tree }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof treeGrammar>();
  const rows = useRows();
  const { totals } = tree;
  const column = (
    key: string,
    cell: (place: Place) => DataColumn<Place>["head"],
    more: Partial<DataColumn<Place>> = {},
  ): DataColumn<Place> => ({
    key,
    head: t(`leads.c.${key}`) /* i18n: leads.c.* */,
    name: t(`leads.c.${key}`),
    numeric: true,
    cell,
    ...more,
  });
  const state = (name: string) =>
    column(name, (place) => f.number(place.counts[name] ?? 0), { total: f.number(totals.counts[name] ?? 0) });
  const groups = new Set(query.open.split(",").map((branch) => branch.split(".")[0]!));
  return (
    <>
      {tree.parents
        .filter((parent) => groups.has(parent.id))
        .map((parent) => (
          <Branch key={parent.id} parent={parent.id} />
        ))}
      <TreeTable<Place>
        caption={t("leads.byOutlet")}
        rows={rows}
        total={t("leads.all")}
        columns={[
          column("place", (place) => <Name place={place} />, { rowHead: true, slot: "name", numeric: false }),
          state("new"),
          { ...state("assigned"), offTablet: true },
          { ...state("contacted"), offTablet: true },
          { ...state("engaged"), wide: true },
          { ...state("follow_up"), wide: true },
          state("quoted"),
          state("won"),
          state("lost"),
          column("conversion", (place) => <Rate share={place.conversion} />, {
            numeric: false,
            total: f.percent(totals.conversion && totals.conversion * 100),
          }),
          column(
            "overdue",
            (place) => <span className={place.overdue > 0 ? "ld-bad" : "quiet"}>{f.number(place.overdue)}</span>,
            { total: f.number(totals.overdue) },
          ),
          column("premium", (place) => f.money(place.premium, tree.currency, 0), {
            total: f.money(totals.premium, tree.currency, 0),
          }),
        ]}
      />
    </>
  );
}

/** The name, which leads to its leads, with how many outlets it holds or its code. */
function Name({ place }: { place: Place }) {
  const t = useText();
  return (
    <>
      <PageLink to={place.link}>
        <bdi>{place.name}</bdi>
      </PageLink>{" "}
      {"code" in place ? (
        <bdi className="ld-code">{place.code}</bdi>
      ) : (
        <span className="quiet small">{t("leads.outlets", { n: place.outlet_count })}</span>
      )}
    </>
  );
}

/** A share as a bar with its number. */
function Rate({ share }: { share: number | null }) {
  const f = useFormat();
  return (
    <span className="ld-rate flex">
      <Bar share={share === null ? null : share * 100} tone={3} />
      {f.percent(share === null ? null : share * 100)}
    </span>
  );
}
