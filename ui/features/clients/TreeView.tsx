/** A client's tree: an address says which branches are open, so it is read without a script. */
import { Card, Empty, LinkButton, Pill, Trouble, useCan } from "../../components";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { SearchForm } from "../../components/fields/SearchForm";
import type { DataColumn } from "../../components/table/columns";
import { TreeTable, type TreeRow } from "../../components/table/TreeTable";
import { useFormat, useText } from "../../lib/i18n";
import { PageLink, useGetForm, usePage } from "../../page";
import { clientsApi } from "./api";
import { Now } from "./cells";
import { treeOf, type clientGrammar } from "./query";
import {
  PLACE_STATES,
  TYPES,
  WARNINGS,
  type Client,
  type Tree,
  type TreeCity,
  type TreeOutlet,
  type TreeParent,
} from "./types";
import "../../components/data/data.css";

/** A row of the tree: a dealer group, one of its cities, an outlet there, or the rest of a long city. */
type Place =
  | { kind: "parent"; parent: TreeParent }
  | { kind: "city"; city: TreeCity; parent: TreeParent }
  | { kind: "outlet"; outlet: TreeOutlet }
  | { kind: "more"; shown: number; all: number }
  | { kind: "nowhere"; sessions: number };

const CLOSED = { do: undefined, parent: undefined, city: undefined };
const NONE = { q: undefined, type: undefined, state: undefined, warning: undefined, ...CLOSED };

/** Status line, filters and tree. */
export function TreeView({ client }: { client: Client }) {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof clientGrammar>();
  const result = clientsApi.useTreeQuery({ id: client.id, ...treeOf(query) });
  const { data } = result;
  const isFiltered = Boolean(query.q || query.type || query.state || query.warning);
  return (
    <>
      <Trouble of={result} />
      {data && data.totals.parents === 0 && (
        <Empty
          icon="building"
          title={t("clients.empty")}
          actions={
            can("create", "Client") && (
              <LinkButton to={here({ ...CLOSED, do: "parent" })} variant="primary" icon="plus">
                {t("clients.addParent")}
              </LinkButton>
            )
          }
        >
          {t("clients.emptyText")}
        </Empty>
      )}
      {data && data.totals.parents > 0 && (
        <>
          <Filters client={client} />
          <Status tree={data} />
          {isFiltered && data.matching === 0 ? (
            <Empty
              icon="filter"
              title={t("clients.noOutletFits")}
              actions={<LinkButton to={here(NONE)}>{t("clients.showAll")}</LinkButton>}
            />
          ) : (
            <Card flush>
              <Rows tree={data} client={client} isFiltered={isFiltered} />
            </Card>
          )}
          <p className="quiet small">{t("clients.sessionsNote")}</p>
        </>
      )}
    </>
  );
}

/** How many there are, and what is wrong: each warning is a filter. */
function Status({ tree }: { tree: Tree }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof clientGrammar>();
  const { totals } = tree;
  const fact = (key: string, n: number, of?: number) => (
    <span key={key}>
      {t(`clients.t.${key}`) /* i18n: clients.t.* */} <strong>{f.number(n)}</strong>
      {of !== undefined && ` / ${f.number(of)}`}
    </span>
  );
  return (
    <p className="cl-status text-13 quiet">
      {fact("parents", totals.parents)}
      {fact("cities", totals.cities)}
      {fact("outlets", totals.outlets)}
      {fact("open_now", totals.open_now, totals.open)}
      {totals.closed > 0 && fact("closed", totals.closed)}
      {totals.moving > 0 && fact("moving", totals.moving)}
      {WARNINGS.filter((warning) => totals[warning] > 0).map((warning) => (
        <PageLink
          key={warning}
          className="cl-warning"
          to={here({ ...NONE, warning: query.warning === warning ? undefined : warning })}
          aria-current={query.warning === warning ? "true" : undefined}
        >
          {t(`clients.w.${warning}`) /* i18n: clients.w.* */} <strong>{f.number(totals[warning])}</strong>
        </PageLink>
      ))}
    </p>
  );
}

/** Words, type and state, and opening everything. */
function Filters({ client }: { client: Client }) {
  const t = useText();
  const { query, here } = usePage<typeof clientGrammar>();
  const submit = useGetForm();
  const isFiltered = Boolean(query.q || query.type || query.state || query.warning);
  const filters = { type: query.type, state: query.state, warning: query.warning };
  const menu = (name: "type" | "state", values: readonly string[], words: string) => (
    <ChoiceMenu
      label={t(`clients.by.${name}`) /* i18n: clients.by.* */}
      value={query[name]}
      all={t("clients.all")}
      options={values.map((value) => [value, t(`clients.${words}.${value}`)])}
      to={(value) => here({ ...CLOSED, [name]: value })}
    />
  );
  return (
    <div className="cl-tools">
      <SearchForm
        label={t("clients.findOutlet")}
        action={`/admin/clients/${client.id}`}
        value={query.q}
        onSubmit={submit}
      >
        <HiddenValues values={filters} />
      </SearchForm>
      {/* i18n: clients.type.* clients.place.* */}
      {menu("type", TYPES, "type")}
      {menu("state", PLACE_STATES, "place")}
      {isFiltered ? (
        <PageLink className="cl-all" to={here(NONE)}>
          {t("clients.showAll")}
        </PageLink>
      ) : (
        <PageLink className="cl-all" to={here({ ...CLOSED, open: query.open === "all" ? undefined : "all" })}>
          {t(query.open === "all" ? "clients.collapse" : "clients.expand")}
        </PageLink>
      )}
    </div>
  );
}

/** The branches that are open once another one is opened or closed. */
function toggled(open: string, tree: Tree, branch: string, isOpen: boolean): string | undefined {
  const now =
    open === "all"
      ? tree.parents.flatMap((parent) => [parent.branch, ...parent.cities.map((city) => city.branch)])
      : open.split(",").filter(Boolean);
  const next = isOpen
    ? now.filter((name) => name !== branch && !name.startsWith(`${branch}.`))
    : [...now.filter((name) => name !== branch), branch];
  // A group whose city is closed stays open.
  const group = branch.split(".")[0]!;
  const rest = isOpen && branch !== group && !next.some((name) => name.startsWith(group)) ? [...next, group] : next;
  return rest.join(",") || undefined;
}

/** What the total counts and no outlet does. */
const nowhere = (tree: Tree): TreeRow<Place> => ({
  key: "nowhere",
  level: 1,
  open: null,
  toggle: "",
  name: "",
  row: { kind: "nowhere", sessions: tree.no_outlet_28d },
});

/** The tree as rows in their order. */
function rowsOf(tree: Tree, to: (branch: string, isOpen: boolean) => string): TreeRow<Place>[] {
  return tree.parents.flatMap((parent): TreeRow<Place>[] => [
    {
      key: parent.branch,
      level: 1,
      open: parent.counts.outlets > 0 ? parent.opened : null,
      toggle: to(parent.branch, parent.opened),
      name: parent.name,
      row: { kind: "parent", parent },
    },
    ...parent.cities.flatMap((city): TreeRow<Place>[] => [
      {
        key: city.branch,
        level: 2,
        open: city.opened,
        toggle: to(city.branch, city.opened),
        name: city.name,
        row: { kind: "city", city, parent },
      },
      ...city.outlets.map((outlet): TreeRow<Place> => ({
        key: outlet.id,
        level: 3,
        open: null,
        toggle: "",
        name: outlet.name,
        row: { kind: "outlet", outlet },
      })),
      ...(city.opened && city.outlets.length < city.counts.outlets
        ? [
            {
              key: `${city.branch}+`,
              level: 3,
              open: null,
              toggle: "",
              name: "",
              row: { kind: "more" as const, shown: city.outlets.length, all: city.counts.outlets },
            },
          ]
        : []),
    ]),
  ]);
}

/** The table. */
function Rows({ tree, client, isFiltered }: { tree: Tree; client: Client; isFiltered: boolean }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof clientGrammar>();
  const rows = rowsOf(tree, (branch, isOpen) =>
    here({ ...CLOSED, open: toggled(isFiltered ? "all" : query.open, tree, branch, isOpen) }),
  );
  if (tree.no_outlet_28d > 0 && !isFiltered) rows.push(nowhere(tree));
  const column = (
    key: string,
    cell: (place: Place) => DataColumn<Place>["head"],
    more: Partial<DataColumn<Place>> = {},
  ): DataColumn<Place> => ({ key, head: t(`clients.c.${key}`), name: t(`clients.c.${key}`), cell, ...more });
  // i18n: clients.c.*
  return (
    <TreeTable<Place>
      caption={t("clients.treeOf", { name: client.name })}
      rows={rows}
      total={t("clients.total")}
      columns={[
        column("place", (place) => <Name place={place} />, { rowHead: true, slot: "name" }),
        column("type", (place) => <Kind place={place} />, { slot: "fact" }),
        column("hours", (place) => <Hours place={place} />, {
          slot: "place",
          total: t("clients.openOf", { n: tree.totals.open_now, of: tree.totals.open }),
        }),
        column("manager", (place) => <Managers place={place} />, { slot: "fact" }),
        column("sessions", (place) => <Sessions place={place} />, {
          slot: "fact",
          numeric: true,
          total: f.number(tree.totals.sessions_28d),
        }),
        column("state", (place) => <State place={place} />, { slot: "fact" }),
      ]}
    />
  );
}

/** The name, with where it leads and what it holds. */
function Name({ place }: { place: Place }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof clientGrammar>();
  if (place.kind === "outlet")
    return (
      <>
        <PageLink to={`/admin/outlets/${place.outlet.id}`}>
          <bdi>{place.outlet.name}</bdi>
        </PageLink>{" "}
        <bdi className="cl-code">{place.outlet.code}</bdi>
      </>
    );
  if (place.kind === "more")
    return (
      <PageLink to={here({ ...CLOSED, each: "5000" })}>
        {t("clients.someOf", { n: place.shown, all: place.all })}
      </PageLink>
    );
  if (place.kind === "nowhere") return <span className="quiet">{t("clients.nowhere")}</span>;
  const { parent } = place;
  const [name, number, edit] =
    place.kind === "parent"
      ? [
          parent.name,
          t("clients.citiesAndOutlets", {
            cities: t("clients.cities", { n: parent.city_count }),
            outlets: t("clients.outlets", { n: parent.counts.outlets }),
          }),
          { do: "edit-parent", parent: parent.id, city: undefined } as const,
        ]
      : [
          place.city.name,
          t("clients.outlets", { n: place.city.counts.outlets }),
          { do: "edit-city", city: place.city.id, parent: undefined } as const,
        ];
  return (
    <>
      {can("update", "Client") ? (
        <PageLink to={here(edit)}>
          <bdi>{name}</bdi>
        </PageLink>
      ) : (
        <bdi>{name}</bdi>
      )}{" "}
      <span className="cl-counted">{number}</span>
    </>
  );
}

/** What an outlet does; of a group its make, of a city its state. */
function Kind({ place }: { place: Place }) {
  const t = useText();
  if (place.kind === "outlet") return t(`clients.type.${place.outlet.type}`);
  if (place.kind === "more" || place.kind === "nowhere") return null;
  return <bdi className="quiet">{place.kind === "parent" ? place.parent.oem : place.city.state}</bdi>;
}

/** Whether it is open; of a branch how many are. */
function Hours({ place }: { place: Place }) {
  const t = useText();
  if (place.kind === "outlet") return <Now outlet={place.outlet} />;
  if (place.kind === "more" || place.kind === "nowhere") return null;
  const { counts } = place.kind === "parent" ? place.parent : place.city;
  return <span className="quiet">{t("clients.openOf", { n: counts.open_now, of: counts.open })}</span>;
}

/** Who manages it, and the way to say so where nobody does. */
function Managers({ place }: { place: Place }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  if (place.kind === "more" || place.kind === "nowhere") return null;
  if (place.kind !== "outlet") {
    const without = (place.kind === "parent" ? place.parent : place.city).counts.no_manager;
    return without > 0 ? (
      <span className="cl-lack">
        {t("clients.w.no_manager")} {f.number(without)}
      </span>
    ) : (
      <span className="quiet">{f.number(null)}</span>
    );
  }
  const { managers, warnings, id } = place.outlet;
  if (managers.length > 0) return <bdi>{f.list(managers)}</bdi>;
  if (!warnings.includes("no_manager")) return null;
  return (
    <span className="cl-lack">
      {t("clients.w.no_manager")}{" "}
      {can("update", "Client") && <PageLink to={`/admin/outlets/${id}?do=managers`}>{t("clients.assign")}</PageLink>}
    </span>
  );
}

/** The conversations of 28 days. */
function Sessions({ place }: { place: Place }) {
  const f = useFormat();
  if (place.kind === "more") return null;
  if (place.kind === "nowhere") return f.number(place.sessions);
  const held = place.kind === "outlet" ? place.outlet : place.kind === "city" ? place.city : place.parent;
  return f.number(held.sessions_28d);
}

/** The state: closed, about to move, or nothing to say. */
function State({ place }: { place: Place }) {
  const t = useText();
  const f = useFormat();
  if (place.kind === "outlet" && place.outlet.move)
    return <Pill tone="acc">{t("clients.moves", { at: f.day(place.outlet.move.from) })}</Pill>;
  if (place.kind === "outlet" && place.outlet.state === "open")
    return <Pill tone="good">{t("clients.place.open")}</Pill>;
  if (place.kind === "outlet" || (place.kind === "parent" && place.parent.state === "closed"))
    return <Pill>{t("clients.place.closed")}</Pill>;
  return place.kind === "parent" ? <Pill tone="good">{t("clients.place.open")}</Pill> : <>{"\u00a0"}</>;
}
