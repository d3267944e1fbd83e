/** All invoices: what is open and late, views by status, and a table to search, sort and page. */
import type { FormEvent } from "react";
import {
  ActionForm,
  Can,
  Empty,
  Icon,
  LinkButton,
  Notice,
  PageHead,
  PageLink,
  Pill,
  Tabs,
  Trouble,
  useCan,
} from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Pagination } from "../../../components/Pagination";
import { submitPath } from "../../../components/ActionForm";
import { Stat, Stats } from "../../../components/data/Stat";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { SearchForm } from "../../../components/fields/SearchForm";
import { MenuAction, MenuLine, MenuPlace } from "../../../components/floats/ActionMenu";
import type { DataColumn } from "../../../components/table/columns";
import { DataTable } from "../../../components/table/DataTable";
import { useLiveTags } from "../../../hooks/useLiveTags";
import { useFormat, useText } from "../../../lib/i18n";
import { sortBy } from "../../../lib/sort";
import { useGetForm, usePage } from "../../../page";
import { filePath, invoiceApi } from "./api";
import type { listGrammar } from "./query";
import {
  ADD,
  callAt,
  countedBy,
  CURRENCY,
  editAt,
  LIST,
  PERIODS,
  previewAt,
  TONES,
  VIEWS,
  type InvoiceRow,
  type Status,
} from "./types";
import { useInvoices, useReason } from "./useInvoices";
import "./invoices.css";

/** The page. */
export default function ListPage() {
  const t = useText();
  const why = useReason();
  const { query, form, here } = usePage<typeof listGrammar>();
  const { issued } = query;
  const result = invoiceApi.useInvoicesQuery(query);
  useLiveTags(["invoice"], () => invoiceApi.util.invalidateTags(["Invoice"]));
  const { data } = result;
  const submit = useGetForm();
  const view = query.view === "all" ? "" : query.view;
  const sort = query.sort === "-number" ? "" : query.sort;
  return (
    <>
      <PageHead
        title={t("invoices.title")}
        lead={t("invoices.description")}
        actions={
          <>
            {data && data.total > 0 && (
              <LinkButton to={filePath(query)} icon="download" download>
                {t("invoices.export")}
              </LinkButton>
            )}
            <Can I="create" a="Office">
              <LinkButton to={ADD} variant="primary" icon="plus">
                {t("invoices.new")}
              </LinkButton>
            </Can>
          </>
        }
      />
      <Figures />
      {form && (
        <Notice tone="bad" focus title={t("invoices.refused")}>
          {why(form.problem)}
        </Notice>
      )}
      <Trouble of={result} />
      <Views />
      <div className="card">
        <div className="i-tools">
          <SearchForm label={t("invoices.search")} action={LIST} value={query.q} onSubmit={submit}>
            <HiddenValues values={{ view, issued, sort }} />
          </SearchForm>
          <ChoiceMenu
            label={t("invoices.issued")}
            value={issued}
            all={t("invoices.anyTime")}
            options={PERIODS.map((period) => [period, t(`invoices.in.${period}`) /* i18n: invoices.in.* */])}
            to={(period) => here({ issued: period, page: undefined })}
          />
        </div>
        {data && (data.items.length > 0 ? <Rows rows={data.items} /> : <Nothing />)}
      </div>
      {data && data.total > 0 && <Pagination of={data} to={(page) => here({ page })} />}
    </>
  );
}

/** This month, what is open, and what is late. */
function Figures() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof listGrammar>();
  const { data } = invoiceApi.useInvoiceSummaryQuery(countedBy(query));
  if (!data) return null;
  const money = (amount: string) => f.money(Number(amount), CURRENCY);
  const many = (n: number) => t("invoices.count", { n });
  return (
    <Stats label={t("invoices.figures")}>
      <Stat label={t("invoices.issuedMonth")} value={money(data.issued.amount)} note={many(data.issued.count)} />
      <Stat
        label={t("invoices.paidMonth")}
        value={money(data.paid.amount)}
        note={t("invoices.payments", { n: data.paid.count })}
      />
      <Stat label={t("invoices.open")} value={money(data.open.amount)} note={many(data.open.count)} />
      <Stat
        label={t("invoices.late")}
        to={here({ view: "Past Due", issued: undefined, page: undefined })}
        value={money(data.late.amount)}
        bad={data.late.count > 0}
        note={
          data.late.days === null ? (
            many(0)
          ) : (
            <>
              {many(data.late.count)} ·{" "}
              {t(data.late.count > 1 ? "invoices.lateUpTo" : "invoices.lateDays", { n: data.late.days })}
            </>
          )
        }
      />
    </Stats>
  );
}

/** Views as tabs, with their numbers. */
function Views() {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  const { data } = invoiceApi.useInvoiceSummaryQuery(countedBy(query));
  const counts = new Map(data?.views.map(({ view, count }) => [view, count]));
  // i18n: invoices.status.*
  return (
    <Tabs
      label={t("invoices.views")}
      items={VIEWS.map((view) => ({
        label: t(`invoices.status.${view}`),
        to: here({ view, page: undefined }),
        current: query.view === view,
        ...(counts.has(view) && { count: counts.get(view)! }),
      }))}
    />
  );
}

/** The name of a status in its colour. */
export function StatusPill({ status }: { status: string }) {
  const t = useText();
  return <Pill tone={TONES[status as Status]}>{t(`invoices.status.${status}`)}</Pill>;
}

/** The table; under 640 px each row is a card. */
function Rows({ rows }: { rows: readonly InvoiceRow[] }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof listGrammar>();
  const { many } = useInvoices();
  const act = query.view === "deleted" ? "restore" : "delete";
  const moveTicked = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void many(new FormData(event.currentTarget).getAll("ids[]").map(String), act);
  };
  const money = (amount: string) => f.money(Number(amount), CURRENCY);
  /** How a column is sorted now, and where a press on its head leads. */
  const sorted = (key: "number" | "client" | "total" | "due") =>
    sortBy(
      query.sort,
      key,
      (sort) => here({ sort, page: undefined }),
      key === "client" || key === "due" ? "asc" : "desc",
    );
  const columns: DataColumn<InvoiceRow>[] = [
    {
      key: "number",
      name: t("invoices.number"),
      head: t("invoices.number"),
      rowHead: true,
      fixed: true,
      sort: sorted("number"),
      cell: (row) => (
        <PageLink className="i-number" to={previewAt(row.number)}>
          #{row.number}
        </PageLink>
      ),
    },
    {
      key: "client",
      name: t("invoices.client"),
      head: t("invoices.client"),
      slot: "place",
      sort: sorted("client"),
      cell: (row) => (
        <span className="i-client">
          <bdi>{row.client.name}</bdi>
          <small>
            <bdi>{row.client.company || row.client.email}</bdi>
          </small>
        </span>
      ),
    },
    {
      key: "service",
      name: t("invoices.service"),
      head: t("invoices.service"),
      slot: "none",
      wide: true,
      cell: (row) => t(`invoices.service.${row.service}`),
    },
    {
      key: "status",
      name: t("invoices.state"),
      head: t("invoices.state"),
      slot: "state",
      cell: (row) => <StatusPill status={row.status} />,
    },
    {
      key: "total",
      name: t("invoices.total"),
      head: t("invoices.total"),
      numeric: true,
      sort: sorted("total"),
      cell: (row) => money(row.total),
    },
    {
      key: "balance",
      name: t("invoices.balance"),
      head: t("invoices.balance"),
      className: "i-balance",
      numeric: true,
      cell: (row) =>
        Number(row.balance) ? <b>{money(row.balance)}</b> : <span className="quiet">{money(row.balance)}</span>,
    },
    {
      key: "issued",
      name: t("invoices.issued"),
      head: t("invoices.issued"),
      slot: "none",
      wide: true,
      cell: (row) => <time dateTime={row.issued_date}>{f.date(row.issued_date)}</time>,
    },
    {
      key: "due",
      name: t("invoices.due"),
      head: t("invoices.due"),
      sort: sorted("due"),
      cell: (row) => (
        <time className={row.late ? "i-late" : undefined} dateTime={row.due_date}>
          {f.date(row.due_date)}
          {row.late && <span className="sr"> {t("invoices.isLate")}</span>}
        </time>
      ),
    },
  ];
  // i18n: invoices.service.*
  return (
    <DataTable
      caption={t("invoices.title")}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowName={(row) => `#${row.number}`}
      menu={(row) => <RowMenu row={row} />}
      quick={(row) => !row.is_deleted && <Quick row={row} />}
      {...(can("delete", "Office") && {
        bulk: {
          page: here(),
          onSubmit: moveTicked,
          actions: [
            {
              key: act,
              value: act,
              call: "/api/v1/invoices/many",
              done: act === "delete" ? "deletedMany" : "restoredMany",
              label: t(`invoices.${act}`) /* i18n: invoices.delete invoices.restore */,
              icon: act === "delete" ? ("trash" as const) : ("undo-2" as const),
              danger: act === "delete",
            },
          ],
        },
      })}
      keys
    />
  );
}

/** What is done with an invoice most often; its menu and its page have it, too. */
function Quick({ row }: { row: InvoiceRow }) {
  const t = useText();
  const can = useCan();
  const label = (act: string) => t("invoices.actOn", { act, number: String(row.number) });
  return (
    <span className="dt-quick">
      {can("update", "Office") && (
        <PageLink
          to={`${previewAt(row.number)}?sheet=send`}
          className="icon-button"
          aria-label={label(t("invoices.send"))}
          title={t("invoices.send")}
        >
          <Icon name="send" size={16} />
        </PageLink>
      )}
      {row.has_pdf && (
        <a
          href={`${callAt(row.number)}/pdf`}
          download={`invoice-${row.number}.pdf`}
          className="icon-button"
          aria-label={label(t("invoices.pdf"))}
          title={t("invoices.pdf")}
        >
          <Icon name="download" size={16} />
        </a>
      )}
    </span>
  );
}

/** What can be done with one invoice. */
function RowMenu({ row }: { row: InvoiceRow }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof listGrammar>();
  const { remove, restore } = useInvoices();
  const own = { page: here(), revision: String(row.revision) };
  if (row.is_deleted) {
    return (
      <>
        <MenuPlace to={previewAt(row.number)} icon="eye">
          {t("invoices.look")}
        </MenuPlace>
        {can("delete", "Office") && (
          <ActionForm
            call={`${callAt(row.id)}/restore`}
            {...own}
            done="restored"
            onSubmit={(event) => {
              event.preventDefault();
              void restore(row);
            }}
          >
            <MenuAction icon="undo-2">{t("invoices.restore")}</MenuAction>
          </ActionForm>
        )}
      </>
    );
  }
  return (
    <>
      <MenuPlace to={previewAt(row.number)} icon="eye">
        {t("invoices.look")}
      </MenuPlace>
      {can("update", "Office") && (
        <>
          <MenuPlace to={editAt(row.number)} icon="pencil">
            {t("invoices.edit")}
          </MenuPlace>
          <MenuPlace to={`${previewAt(row.number)}?sheet=send`} icon="send">
            {t("invoices.send")}
          </MenuPlace>
          {Number(row.balance) > 0 && (
            <MenuPlace to={`${previewAt(row.number)}?sheet=payment`} icon="wallet">
              {t("invoices.addPayment")}
            </MenuPlace>
          )}
        </>
      )}
      {can("create", "Office") && (
        <MenuPlace to={`${ADD}?from=${row.number}`} icon="copy">
          {t("invoices.duplicate")}
        </MenuPlace>
      )}
      {can("delete", "Office") && (
        <>
          <MenuLine />
          <ActionForm
            call={callAt(row.id)}
            method="DELETE"
            {...own}
            done="deleted"
            onSubmit={(event) => {
              event.preventDefault();
              void remove(row);
            }}
          >
            <MenuAction
              icon="trash"
              danger
              formAction={submitPath({ call: callAt(row.id), method: "DELETE", ...own, done: "deleted" })}
            >
              {t("invoices.delete")}
            </MenuAction>
          </ActionForm>
        </>
      )}
    </>
  );
}

/** None at all, none in this view, or none that fits. */
function Nothing() {
  const t = useText();
  const { query, here } = usePage<typeof listGrammar>();
  if (query.q)
    return (
      <Empty
        icon="filter"
        title={t("invoices.noneFit", { what: `“${query.q}”` })}
        actions={<LinkButton to={here({ q: undefined, page: undefined })}>{t("invoices.showAll")}</LinkButton>}
      />
    );
  if (query.page !== 1)
    return (
      <Empty
        icon="filter"
        title={t("invoices.past")}
        actions={<LinkButton to={here({ page: undefined })}>{t("invoices.toFirst")}</LinkButton>}
      />
    );
  if (query.issued)
    return (
      <Empty
        icon="filter"
        title={t("invoices.noneIssued")}
        actions={<LinkButton to={here({ issued: undefined })}>{t("invoices.anyTime")}</LinkButton>}
      />
    );
  if (query.view !== "all")
    return (
      <Empty
        icon="receipt"
        title={t("invoices.noneView", { view: t(`invoices.status.${query.view}`) })}
        actions={<LinkButton to={here({ view: undefined })}>{t("invoices.showAll")}</LinkButton>}
      />
    );
  return (
    <Empty
      icon="receipt"
      title={t("invoices.none")}
      actions={
        <Can I="create" a="Office">
          <LinkButton to={ADD} variant="primary" icon="plus">
            {t("invoices.new")}
          </LinkButton>
        </Can>
      }
    >
      {t("invoices.noneText")}
    </Empty>
  );
}
