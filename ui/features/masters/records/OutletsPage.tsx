/** The list of outlets; each leads to its page. */
import { Table } from "../../../components/Table";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { PageLink, usePage } from "../../../page";
import { mastersApi } from "./api";
import { Code, StatePill } from "./cells";
import { ListFrame } from "./ListFrame";
import type { outletsGrammar } from "./query";
import { OUTLET_TYPES, STATES, type Outlet } from "./types";
import "../../../components/controls.css";
import "../../../styles/masters.css";

const FIRST = { page: undefined };

/** The page. */
export default function OutletsPage() {
  const t = useText();
  const { query } = usePage<typeof outletsGrammar>();
  const result = mastersApi.useOutletsQuery(query);
  const { q, parent, city, type, state } = query;
  return (
    <ListFrame
      part="outlets"
      title={t("masters.outlets")}
      lead={result.data ? t("masters.countOutlets", { n: result.data.total }) : ""}
      icon="building"
      result={result}
      search={t("masters.searchOutlets")}
      narrowing={{ q, parent, city, type, state }}
      filters={<Filters />}
    >
      <Rows rows={result.data?.items ?? []} />
    </ListFrame>
  );
}

/** Dealer group, city, type and state. */
function Filters() {
  const t = useText();
  const { query, here } = usePage<typeof outletsGrammar>();
  const { data: parents } = mastersApi.useMasterParentsQuery();
  const { data: cities } = mastersApi.useMasterCitiesQuery();
  const optionsOf = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }): [string, string] => [id, name]);
  return (
    <>
      <ChoiceMenu
        all={t("masters.all")}
        label={t("masters.group")}
        value={query.parent}
        options={optionsOf(parents?.items)}
        to={(parent) => here({ ...FIRST, parent })}
      />
      <ChoiceMenu
        all={t("masters.all")}
        label={t("masters.city")}
        value={query.city}
        options={optionsOf(cities?.items)}
        to={(city) => here({ ...FIRST, city })}
      />
      <ChoiceMenu
        all={t("masters.all")}
        label={t("masters.outletType")}
        value={query.type}
        options={OUTLET_TYPES.map((type) => [type, t(`masters.ot.${type}`) /* i18n: masters.ot.* */] as const)}
        to={(type) => here({ ...FIRST, type })}
      />
      <ChoiceMenu
        all={t("masters.all")}
        label={t("masters.state")}
        value={query.state}
        options={STATES.map((state) => [state, t(`masters.s.${state}`)] as const)}
        to={(state) => here({ ...FIRST, state })}
      />
    </>
  );
}

/** The rows. */
function Rows({ rows }: { rows: readonly Outlet[] }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof outletsGrammar>();
  return (
    <Table
      caption={t("masters.outlets")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "name",
          head: t("masters.outlet"),
          rowHead: true,
          className: "slot-name",
          sort: sortBy(query.sort, "name", (sort) => here({ ...FIRST, sort })),
          cell: (row) => (
            <PageLink to={`/admin/outlets/${row.id}`}>
              <bdi>{row.name}</bdi>
              <small className="block quiet">
                <Code>{row.code}</Code>
              </small>
            </PageLink>
          ),
        },
        {
          key: "group",
          head: t("masters.group"),
          className: "slot-fact",
          cell: (row) => <bdi>{row.parent.name}</bdi>,
        },
        {
          key: "city",
          head: t("masters.city"),
          className: "slot-place",
          cell: (row) => <bdi>{[row.city.name, row.city.state].filter(Boolean).join(f.comma)}</bdi>,
        },
        {
          key: "type",
          head: t("masters.outletType"),
          className: "slot-fact",
          cell: (row) => t(`masters.ot.${row.type}`),
        },
        {
          key: "phone",
          head: t("masters.phone"),
          className: "slot-fact",
          cell: (row) => <bdi dir="ltr">{row.phones_shown[0] ?? f.number(null)}</bdi>,
        },
        {
          key: "state",
          head: t("masters.state"),
          className: "slot-state",
          cell: (row) => <StatePill state={row.state} />,
        },
      ]}
    />
  );
}
