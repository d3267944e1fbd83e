/** The list of clients: any view of it is its address. */
import { Can, Empty, LinkButton, PageHead, useCan } from "../../components";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { PagedList } from "../../components/lists/PagedList";
import { Table } from "../../components/Table";
import { Field } from "../../components/fields";
import { ZoneSelect } from "../../components/fields/ZoneSelect";
import { SearchForm } from "../../components/fields/SearchForm";
import { useFormat, useText } from "../../lib/i18n";
import { sortBy } from "../../lib/sort";
import { PageLink, useGetForm, usePage } from "../../page";
import { clientsApi } from "./api";
import { languageName } from "../../lib/languageName";
import { StatePill } from "./cells";
import { FormSheet } from "../../components/forms/FormSheet";
import type { clientsGrammar } from "./query";
import { STATES, type Client } from "./types";
import "../../components/table/table.css";

const CLOSED = { do: undefined };
const FIRST = { page: undefined, ...CLOSED };
const NONE = { ...FIRST, q: undefined, state: undefined };

/** The page. */
export default function ClientsPage() {
  const t = useText();
  const can = useCan();
  const { query, here } = usePage<typeof clientsGrammar>();
  const { do: doing, ...list } = query;
  const result = clientsApi.useClientsQuery(list);
  const { data } = result;
  const add = (
    <Can I="create" a="Client">
      <LinkButton to={here({ do: "new" })} variant="primary" icon="plus">
        {t("clients.new")}
      </LinkButton>
    </Can>
  );
  return (
    <>
      <PageHead title={t("clients.title")} lead={data && t("clients.count", { n: data.total })} actions={add} />
      <div className="stack">
        <Filters />
        <PagedList
          of={result}
          to={(page) => here({ ...CLOSED, page })}
          empty={
            <Empty
              icon="building"
              title={t(query.q || query.state ? "clients.noneFit" : "clients.none")}
              actions={query.q || query.state ? <LinkButton to={here(NONE)}>{t("clients.showAll")}</LinkButton> : add}
            >
              {t(query.q || query.state ? "clients.noneFitText" : "clients.noneText")}
            </Empty>
          }
        >
          {(data) => <Rows rows={data.items} />}
        </PagedList>
      </div>
      {doing === "new" && can("create", "Client") && <NewSheet to={here(CLOSED)} />}
    </>
  );
}

/** The words and the state. */
function Filters() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof clientsGrammar>();
  const submit = useGetForm();
  const { do: _do, ...list } = query;
  const { data } = clientsApi.useClientsQuery(list);
  return (
    <div className="cl-tools">
      <SearchForm label={t("clients.search")} action="/admin/clients" value={query.q} onSubmit={submit}>
        <HiddenValues values={{ state: query.state }} />
      </SearchForm>
      <ChoiceMenu
        label={t("clients.state")}
        value={query.state}
        all={t("clients.all")}
        options={STATES.map((state) => [
          state,
          t(`clients.s.${state}`), // i18n: clients.s.*
          data && f.number(data.states[state]),
        ])}
        to={(state) => here({ ...FIRST, state })}
      />
    </div>
  );
}

/** The rows. */
function Rows({ rows }: { rows: readonly Client[] }) {
  const t = useText();
  const f = useFormat();
  const { query, here, session } = usePage<typeof clientsGrammar>();
  return (
    <div className="data-table">
      <Table
        caption={t("clients.title")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "name",
            head: t("clients.name"),
            rowHead: true,
            className: "slot-name",
            sort: sortBy(query.sort, "name", (sort) => here({ ...FIRST, sort })),
            cell: (row) => (
              <PageLink to={`/admin/clients/${row.id}`}>
                {row.branding.logo && <img className="cl-logo" src={row.branding.logo} alt="" />}
                <bdi>{row.name}</bdi>
              </PageLink>
            ),
          },
          {
            key: "state",
            head: t("clients.state"),
            className: "slot-state",
            cell: (row) => <StatePill client={row} />,
          },
          {
            key: "zone",
            head: t("clients.zone"),
            className: "slot-place",
            cell: (row) => (
              <>
                <bdi>{row.zone}</bdi> · <bdi>{row.currency}</bdi>
              </>
            ),
          },
          {
            key: "languages",
            head: t("clients.languages"),
            className: "slot-fact",
            cell: (row) => f.list(row.languages.map((code) => languageName(code, session.locale))),
          },
          {
            key: "parents",
            head: t("clients.parents"),
            numeric: true,
            className: "slot-fact",
            cell: (row) => (
              <>
                <i className="fact-name">{t("clients.parents")}</i>
                {f.number(row.parents)}
              </>
            ),
          },
          {
            key: "outlets",
            head: t("clients.openOutlets"),
            numeric: true,
            className: "slot-fact",
            cell: (row) => (
              <>
                <i className="fact-name">{t("clients.openOutlets")}</i>
                {f.number(row.outlets)}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

/** A new client: its name is enough. */
function NewSheet({ to }: { to: string }) {
  const t = useText();
  return (
    <FormSheet
      title={t("clients.new")}
      lead={t("clients.newLead")}
      call="/api/v1/clients"
      to={to}
      done="added"
      action={t("clients.add")}
    >
      {({ values }) => (
        <>
          <Field
            label={t("clients.name")}
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            dir="auto"
            data-first
          />
          <div className="pair">
            <ZoneSelect label={t("clients.zone")} name="zone" value={values.zone ?? "Asia/Kolkata"} />
            <Field
              label={t("clients.currency")}
              name="currency"
              defaultValue={"INR"}
              maxLength={3}
              dir="ltr"
              autoComplete="off"
            />
          </div>
        </>
      )}
    </FormSheet>
  );
}
