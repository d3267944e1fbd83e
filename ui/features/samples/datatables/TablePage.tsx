/** A table one works in: search, filters, orders, pages, ticked rows as a file, values changed where they stand. */
import {
  Avatar,
  Button,
  Card,
  Empty,
  LinkButton,
  PageHead,
  Pill,
  Segments,
  Tabs,
  Trouble,
  useCan,
} from "../../../components";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { Pagination } from "../../../components/Pagination";
import { Select } from "../../../components/fields";
import { InlineEdit } from "../../../components/fields/InlineEdit";
import { SearchForm } from "../../../components/fields/SearchForm";
import { DataTable } from "../../../components/table/DataTable";
import type { DataColumn } from "../../../components/table/columns";
import { isProblem } from "../../../api";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { useGetForm, usePage, useSite } from "../../../page";
import { filePath, tableApi, type TableRow, type TableRowPage } from "./api";
import { PERS, STATUSES, type tableGrammar } from "./query";
import "./datatables.css";

const TONES = { 1: "acc", 2: "good", 3: "bad", 4: "warn", 5: "quiet" } as const;
const CURRENCY = "USD";

/** The page. */
export default function TablePage() {
  const t = useText();
  const { query } = usePage<typeof tableGrammar>();
  const { columns: _columns, dense: _dense, ...list } = query;
  const result = tableApi.useTableRowsQuery(list);
  const { data } = result;
  return (
    <>
      <PageHead
        title={t("datatables.title")}
        lead={data && t("datatables.count", { n: data.total })}
        actions={
          <LinkButton to={filePath(query)} icon="download" download>
            {t("datatables.csv")}
          </LinkButton>
        }
      />
      <Examples />
      <div className="stack">
        <Filters />
        <Trouble of={result} />
        {data && <Rows data={data} />}
      </div>
    </>
  );
}

/** This table, and the examples that show one thing each. */
function Examples() {
  const t = useText();
  const { pages } = useSite();
  const examples = pages
    .filter(({ path }) => path.startsWith("/datatables/"))
    .map(({ name, path }) => ({
      label: t(`datatables.example.${name.slice("datatables-".length)}`),
      to: path,
      current: false,
    })); // i18n: datatables.example.*
  return (
    <Tabs
      label={t("datatables.examples")}
      items={[{ label: t("datatables.everything"), to: "/datatables", current: true }, ...examples]}
    />
  );
}

/** Search and filters, as GET forms that keep the rest of the address. */
function Filters() {
  const t = useText();
  const submit = useGetForm();
  const { query, here } = usePage<typeof tableGrammar>();
  const cities = tableApi.useTableCitiesQuery().data?.cities ?? [];
  const keep = {
    sort: query.sort,
    per: query.per === "10" ? "" : query.per,
    columns: query.columns.join(","),
    dense: query.dense ? "1" : "",
  };
  const isFiltered = Boolean(query.q || query.status || query.city);
  return (
    <div className="dt-tools">
      <SearchForm label={t("datatables.search")} action="/datatables" value={query.q} onSubmit={submit}>
        <HiddenValues values={{ ...keep, status: query.status, city: query.city }} />
      </SearchForm>
      <form
        className="dt-filters"
        action="/datatables"
        method="get"
        onSubmit={submit}
        key={here()}
        aria-label={t("datatables.filters")}
      >
        <HiddenValues values={{ ...keep, q: query.q }} />
        {/* i18n: datatables.s.* */}
        <Select
          label={t("datatables.status")}
          name="status"
          defaultValue={query.status}
          options={[
            { value: "", label: t("datatables.any") },
            ...STATUSES.map((status) => ({ value: status, label: t(`datatables.s.${status}`) })),
          ]}
        />
        <Select
          label={t("datatables.city")}
          name="city"
          defaultValue={query.city}
          options={[
            { value: "", label: t("datatables.any") },
            ...[...new Set([...cities, query.city])].filter(Boolean).map((city) => ({ value: city, label: city })),
          ]}
        />
        <Button type="submit">{t("datatables.apply")}</Button>
        {isFiltered && (
          <LinkButton to={here({ q: "", status: "", city: "", page: 1 })} variant="quiet">
            {t("datatables.clear")}
          </LinkButton>
        )}
      </form>
    </div>
  );
}

/** The table, and where one is in it. */
function Rows({ data }: { data: TableRowPage }) {
  const t = useText();
  const { query, here } = usePage<typeof tableGrammar>();
  const columns = useColumns();
  const nothing =
    data.total > 0 ? (
      <Empty
        icon="filter"
        title={t("datatables.pastTitle")}
        actions={<LinkButton to={here({ page: 1 })}>{t("datatables.toFirst")}</LinkButton>}
      />
    ) : (
      <Empty
        icon="table-2"
        title={t("datatables.noneTitle")}
        actions={<LinkButton to={here({}, { reset: true })}>{t("datatables.clear")}</LinkButton>}
      >
        {t("datatables.noneText")}
      </Empty>
    );
  return (
    <>
      <Card flush className="dt">
        <DataTable<TableRow>
          caption={t("datatables.title")}
          columns={columns}
          rows={data.items}
          rowKey={(row) => row.id}
          rowName={(row) => row.full_name}
          keys
          view={{ columns: query.columns, dense: query.dense, to: (changes) => here(changes) }}
          bulk={{
            to: "/api/v1/datatables/file",
            field: "ids",
            actions: [{ key: "csv", label: t("datatables.csvTicked"), icon: "download" }],
          }}
          {...(data.items.length === 0 && { instead: nothing })}
        />
      </Card>
      <div className="dt-foot row gap-12 apart">
        <Pagination of={data} to={(page) => here({ page })} />
        <Segments
          label={t("datatables.per")}
          items={PERS.map((per) => ({ label: per, to: here({ per, page: 1 }), current: query.per === per }))}
        />
      </div>
    </>
  );
}

/** The columns; those who may, change a post and a city where they stand. */
function useColumns(): DataColumn<TableRow>[] {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof tableGrammar>();
  const may = can("update", "Office");
  const change = tableApi.useChangeTableRowMutation()[0];
  const sort = (key: "full_name" | "start_date" | "salary" | "age") =>
    sortBy(query.sort, key, (sort) => here({ sort, page: 1 }));
  const head = (name: string) => ({ name, head: name });
  const editable = (row: TableRow, name: "post" | "city", label: string, maxLength: number) =>
    may ? (
      <InlineEdit
        label={`${label}${f.comma}${row.full_name}`}
        name={name}
        value={row[name]}
        maxLength={maxLength}
        form={{
          call: `/api/v1/datatables/${row.id}`,
          method: "PATCH",
          page: here(),
          revision: String(row.revision),
          done: "saved",
        }}
        onSave={async (value) => {
          const { error } = await change({ id: row.id, revision: row.revision, values: { [name]: value } });
          if (!error) return undefined;
          if (!isProblem(error)) return t("datatables.failed");
          return error.status === 412
            ? t("datatables.meanwhile")
            : (error.errors?.[name]?.join(" ") ?? error.detail ?? t("datatables.failed"));
        }}
      />
    ) : (
      row[name]
    );
  return [
    {
      key: "full_name",
      ...head(t("datatables.name")),
      rowHead: true,
      fixed: true,
      sort: sort("full_name"),
      cell: (row) => (
        <span className="dt-who">
          <Avatar name={row.full_name} src={row.avatar} />
          <span>{row.full_name}</span>
        </span>
      ),
    },
    {
      key: "status",
      ...head(t("datatables.status")),
      slot: "state",
      cell: (row) => <Pill tone={TONES[row.status as keyof typeof TONES]}>{t(`datatables.s.${row.status}`)}</Pill>,
    },
    {
      key: "post",
      ...head(t("datatables.post")),
      slot: "place",
      cell: (row) => editable(row, "post", t("datatables.post"), 120),
    },
    { key: "email", ...head(t("datatables.email")), wide: true, cell: (row) => <bdi dir="ltr">{row.email}</bdi> },
    { key: "city", ...head(t("datatables.city")), cell: (row) => editable(row, "city", t("datatables.city"), 80) },
    {
      key: "start_date",
      ...head(t("datatables.start")),
      slot: "time",
      sort: sort("start_date"),
      cell: (row) => <time dateTime={row.start_date}>{f.date(row.start_date)}</time>,
    },
    {
      key: "salary",
      ...head(t("datatables.salary")),
      numeric: true,
      sort: sort("salary"),
      cell: (row) => f.money(row.salary, CURRENCY, 2),
    },
    {
      key: "age",
      ...head(t("datatables.age")),
      numeric: true,
      wide: true,
      sort: sort("age"),
      cell: (row) => f.number(row.age),
    },
    {
      key: "experience",
      ...head(t("datatables.experience")),
      numeric: true,
      wide: true,
      cell: (row) => t("datatables.years", { n: row.experience }),
    },
  ];
}
