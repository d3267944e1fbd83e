/** The rows of the list: who, what they may do, what they have, and what can be done. */
import { useCan } from "../../../components";
import { MenuPlace } from "../../../components/floats/ActionMenu";
import type { DataColumn } from "../../../components/table/columns";
import { DataTable } from "../../../components/table/DataTable";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { later, PageLink, usePage } from "../../../page";
import { useAddresses } from "./addresses";
import { Face, State } from "./cells";
import { Delete } from "./Delete";
import type { peopleGrammar } from "./query";
import { Sees } from "./Sees";
import type { Member, ORDERS } from "./types";

const Restore = later(() => import("./Restore"), "Restore");

/** The table; every head is a link that orders by it. */
export function MemberTable({ rows, busy }: { rows: readonly Member[]; busy: boolean }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { person } = useAddresses();
  const { query, session, here } = usePage<typeof peopleGrammar>();
  const sort = (key: (typeof ORDERS)[number]) =>
    sortBy(query.sort, key, (sort) => here({ sort, page: undefined, do: undefined, who: undefined }));
  const head = (name: string) => ({ name, head: name });
  const columns: DataColumn<Member>[] = [
    {
      key: "name",
      ...head(t("people.f.full_name")),
      rowHead: true,
      fixed: true,
      sort: sort("name"),
      cell: (row) => (
        <span className="two">
          <Face member={row} size={32} />
          <span className="pp-names">
            <PageLink to={person(row.number)}>
              <bdi>{row.full_name}</bdi>
            </PageLink>
            <small>
              <bdi dir="ltr">{row.email}</bdi>
            </small>
          </span>
        </span>
      ),
    },
    {
      key: "role",
      ...head(t("people.f.role")),
      slot: "place",
      sort: sort("role"),
      cell: (row) => (
        <>
          {t(`people.r.${row.auth_role}`) /* i18n: people.r.* */}
          <span className="pp-narrow">
            {" · "}
            <Sees places={row.sees} />
          </span>
        </>
      ),
    },
    {
      key: "sees",
      ...head(t("people.f.sees")),
      slot: "none",
      cell: (row) => <Sees places={row.sees} />,
    },
    {
      key: "plan",
      ...head(t("people.f.current_plan")),
      slot: "none",
      wide: true,
      sort: sort("plan"),
      cell: (row) => t(`people.p.${row.current_plan}`) /* i18n: people.p.* */,
    },
    {
      key: "company",
      ...head(t("people.f.company")),
      slot: "none",
      wide: true,
      sort: sort("company"),
      cell: (row) => (
        <span className="pp-cut" title={row.company}>
          <bdi>{row.company}</bdi>
        </span>
      ),
    },
    {
      key: "seen",
      ...head(t("people.f.seen")),
      slot: "time",
      sort: sort("seen"),
      cell: (row) =>
        row.last_seen_at ? (
          <time dateTime={row.last_seen_at} title={f.dateTime(row.last_seen_at)}>
            {f.ago(row.last_seen_at)}
          </time>
        ) : (
          f.number(null)
        ),
    },
    {
      key: "status",
      ...head(t("people.f.status")),
      slot: "state",
      sort: sort("status"),
      cell: (row) => <State member={row} />,
    },
    ...(query.status === "deleted" && can("delete", "User")
      ? [
          {
            key: "back",
            name: t("people.restore"),
            head: <span className="sr">{t("people.restore")}</span>,
            cell: (row: Member) => <Restore member={row} page={here()} />,
          },
        ]
      : []),
  ];
  const menu = (row: Member) => (
    <>
      <MenuPlace to={person(row.number)} icon="user">
        {t("people.view")}
      </MenuPlace>
      {can("update", "User") && !row.deleted_at && (
        <MenuPlace to={here({ do: "edit", who: String(row.number) })} icon="pencil">
          {t("people.editDots")}
        </MenuPlace>
      )}
      {can("delete", "User") && !row.deleted_at && session.user?.id !== row.id && (
        <Delete member={row} page={here()} isLine />
      )}
    </>
  );
  return (
    <DataTable
      caption={t("people.title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => row.full_name}
      menu={menu}
      busy={busy}
      lead=" "
      keys
    />
  );
}
