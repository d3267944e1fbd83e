/** The list of users: any view of it is its address, sheets included. */
import { useState } from "react";
import { Can, Card, LinkButton, MenuLink, PageHead, Trouble, useCan } from "../../../components";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { Pagination } from "../../../components/Pagination";
import { FilterMenu } from "../../../components/filters";
import { SearchForm } from "../../../components/fields/SearchForm";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, type PageRef, useGetForm, useGo, usePage } from "../../../page";
import { useAddresses } from "./addresses";
import { filePath, peopleApi } from "./api";
import { MemberTable } from "./MemberTable";
import { useSent } from "./useSent";
import { listOf, type peopleGrammar } from "./query";
import { PLANS, ROLES, SIZES, STATES, type Invited, type PeopleCounts, type PeoplePage } from "./types";

const NewSheet = later(() => import("./MemberSheet"), "NewSheet");
const MemberSheet = later(() => import("./MemberSheet"), "MemberSheet");
const Nothing = later(() => import("./Nothing"));
const InvitationSent = later(() => import("./Invitation"), "InvitationSent");
const CLOSED = { do: undefined, who: undefined };
const FIRST = { page: undefined, ...CLOSED };

/** The page. */
export default function ListPage() {
  const t = useText();
  const can = useCan();
  const go = useGo();
  const { query, here } = usePage<typeof peopleGrammar>();
  const list = listOf(query);
  const result = peopleApi.usePeopleQuery(list);
  const { data } = result;
  const add = here({ do: "new", who: undefined });
  const [invited, setInvited] = useState<Invited | null>(useSent());
  useKeys({ n: () => can("create", "User") && !query.do && go(add, { replace: true }) });
  return (
    <>
      <PageHead
        title={t("people.title")}
        lead={data && <Total n={data.total} />}
        actions={
          <>
            {data && data.total > 0 && (
              <Can I="export" a="User">
                <LinkButton to={filePath(list)} icon="download" download>
                  {t("people.csv")}
                </LinkButton>
              </Can>
            )}
            <Can I="create" a="User">
              <LinkButton to="/admin/users/import" icon="upload">
                {t("people.import.open")}
              </LinkButton>
              <LinkButton to={add} variant="primary" icon="user-plus">
                {t("people.new")}
              </LinkButton>
            </Can>
          </>
        }
      />
      <div className="stack">
        <Trouble of={result} />
        {invited && <InvitationSent key={invited.id} sent={invited} />}
        <PageRefusal title={t("people.refused")} unless={Boolean(query.do)} />
        <Filters />
        {data && data.total > FILE_ROWS && can("export", "User") && (
          <p className="quiet small">{t("people.fileRows", { n: FILE_ROWS })}</p>
        )}
        {data &&
          (data.items.length > 0 ? <Listed data={data} busy={result.isFetching} /> : <Nothing total={data.total} />)}
      </div>
      <Above invited={setInvited} />
    </>
  );
}

/** How many people the list has, and how many of them have not joined yet. */
function Total({ n }: { n: number }) {
  const t = useText();
  const f = useFormat();
  const { query } = usePage<typeof peopleGrammar>();
  const { q, role, plan, status } = query;
  const { data } = peopleApi.usePeopleCountsQuery({ q, role, plan, status });
  const invited = status ? 0 : (data?.states.pending ?? 0);
  return (
    <>
      {t("people.count", { n })}
      {invited > 0 && `${f.comma}${t("people.invited", { n: invited })}`}
    </>
  );
}

/** How many rows a file has at most. */
const FILE_ROWS = 10_000;

/** The rows, the other pages, and how many rows a page has. */
function Listed({ data, busy }: { data: PeoplePage; busy: boolean }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof peopleGrammar>();
  const place = (page: PageRef) => here({ page, ...CLOSED });
  return (
    <>
      <Card flush className="pp-list">
        <MemberTable rows={data.items} busy={busy} />
      </Card>
      <div className="pp-foot row apart">
        <Pagination of={data} to={place} />
        {data.total > 10 && (
          <nav className="pp-per flex text-13 quiet" aria-label={t("people.rows")}>
            <span>{t("people.rows")}</span>
            {SIZES.map((size) => (
              <PageLink
                key={size}
                to={here({ ...FIRST, per: size })}
                aria-current={query.per === size ? "true" : undefined}
              >
                {f.number(Number(size))}
              </PageLink>
            ))}
          </nav>
        )}
      </div>
    </>
  );
}

/** Words, role, plan and state; each choice says how many it would list. */
function Filters() {
  const t = useText();
  const { query, here } = usePage<typeof peopleGrammar>();
  const submit = useGetForm();
  const { list } = useAddresses();
  const { q, role, plan, status } = query;
  const { data } = peopleApi.usePeopleCountsQuery({ q, role, plan, status });
  const filters = {
    role,
    plan,
    status,
    sort: query.sort === "-number" ? "" : query.sort,
    per: query.per === "10" ? "" : query.per,
  };
  const isFiltered = Boolean(q || role || plan || status);
  return (
    <div className="pp-tools row">
      <SearchForm label={t("people.search")} action={list} value={q} onSubmit={submit}>
        <HiddenValues values={filters} />
      </SearchForm>
      {/* i18n: people.r.* people.p.* people.s.* */}
      <Filter name="role" words="r" values={ROLES} counts={data?.roles} all={data?.all.roles} />
      <Filter name="plan" words="p" values={PLANS} counts={data?.plans} all={data?.all.plans} />
      <Filter name="status" words="s" values={STATES} counts={data?.states} all={data?.all.states} />
      {isFiltered && (
        <PageLink
          className="pp-clear"
          to={here({ ...FIRST, q: undefined, role: undefined, plan: undefined, status: undefined })}
        >
          {t("people.showAll")}
        </PageLink>
      )}
    </div>
  );
}

/** One filter as a menu of links. */
function Filter({
  name,
  words,
  values,
  counts,
  all,
}: {
  name: "role" | "plan" | "status";
  words: string;
  values: readonly string[];
  counts?: PeopleCounts["roles"] | PeopleCounts["plans"] | PeopleCounts["states"] | undefined;
  /** How many the list has without this filter. */
  all?: number | undefined;
}) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof peopleGrammar>();
  const chosen: string = query[name];
  const numbers = counts as Readonly<Record<string, number>> | undefined;
  const line = (value: string, label: string, n: number | undefined) => (
    <MenuLink key={value} to={here({ ...FIRST, [name]: value || undefined })} current={chosen === value}>
      <span className="pp-choice">
        {label}
        {n !== undefined && <span className="pp-n">{f.number(n)}</span>}
      </span>
    </MenuLink>
  );
  return (
    // i18n: people.by.*
    <FilterMenu
      label={t(`people.by.${name}`)}
      value={chosen ? t(`people.${words}.${chosen}`) : t("people.all")}
      tint={chosen !== ""}
    >
      {line("", t("people.all"), all)}
      {values.map((value) => line(value, t(`people.${words}.${value}`), numbers?.[value]))}
    </FilterMenu>
  );
}

/** What an address has opened over the list. */
function Above({ invited }: { invited: (sent: Invited) => void }) {
  const can = useCan();
  const { query, here } = usePage<typeof peopleGrammar>();
  const wants = query.do !== "new" && query.who !== "";
  const { data: member } = peopleApi.useMemberQuery(query.who, { skip: !wants });
  const sent = useSent() !== null;
  const to = here(CLOSED);
  if (query.do === "new") return can("create", "User") && !sent ? <NewSheet to={to} invited={invited} /> : null;
  return wants && member && query.do === "edit" ? <MemberSheet key={member.id} member={member} to={to} /> : null;
}
