/** The documents of a bot: how each is, how much it is used, and the way to another. */
import { Card, Empty, LinkButton, Notice, PageLink, Trouble, useCan } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { handlersApi } from "../handlers/api";
import type { knowledgeGrammar } from "./query";
import { workingApi } from "../flow/api";
import { documentsApi, type BotDocument } from "./api";
import { DocumentMenu } from "./DocumentMenu";
import { NewDocument } from "./NewDocument";
import { DocumentState, isRead, Kind, useRating } from "./state";
import "../../../components/table/table.css";

/** While a document is read, the list is asked for again after so many ms. */
const POLL_MS = 2000;

/** The card, and the form for another one. */
export function DocumentsCard({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof knowledgeGrammar>();
  const args = { bot: bot.id, q: query.q, use: query.use, page: String(query.page) };
  const result = documentsApi.useDocumentsQuery(args);
  const { data } = result;
  documentsApi.useDocumentsQuery(args, {
    pollingInterval: data?.items.some(isRead) ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
  });
  const search = useGetForm();
  const mayChange = bot.state !== "archived" && can("update", "Text");
  const add = mayChange && (
    <LinkButton to={here({ show: "add", document: undefined })} variant="primary" icon="plus">
      {t("documents.add")}
    </LinkButton>
  );
  const { totals } = data ?? {};
  return (
    <>
      {totals && totals.answering > 0 && <Unused bot={bot} />}
      {totals && totals.poorly_rated > 0 && <Poor n={totals.poorly_rated} />}
      <Card
        id="documents"
        title={t("documents.title")}
        lead={totals && t("documents.lead", { n: totals.answering, passages: f.number(totals.passages) })}
        flush={Boolean(data && data.items.length > 0)}
        aside={
          <>
            {data && (data.total > 0 || query.q || query.use) && (
              <SearchForm
                label={t("documents.search")}
                action={here({ q: undefined, page: undefined })}
                value={query.q}
                onSubmit={search}
              />
            )}
            {add}
          </>
        }
        foot={
          totals &&
          totals.documents > 0 && (
            <>
              {totals.stale > 0 && <strong>{t("documents.stale", { n: totals.stale })}</strong>}{" "}
              {t("documents.used", { used: f.bytes(totals.bytes), of: f.bytes(totals.most_bytes) })}
            </>
          )
        }
      >
        <Trouble of={result} />
        {data && data.items.length === 0 && (
          <Empty
            icon="file-text"
            title={t(query.q ? "documents.noneFound" : query.use ? "documents.nonePoor" : "documents.none")}
            actions={!query.q && !query.use && add}
          >
            {!query.q && !query.use && t("documents.noneText")}
          </Empty>
        )}
        {data && data.items.length > 0 && <Rows bot={bot} rows={data.items} mayChange={mayChange} />}
      </Card>
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      {query.show === "add" && mayChange && <NewDocument bot={bot} />}
    </>
  );
}

/** Says that visitors were not helped by some of them, and leads to those. */
function Poor({ n }: { n: number }) {
  const t = useText();
  const { query, here } = usePage<typeof knowledgeGrammar>();
  const isShown = query.use === "poorly";
  return (
    <Notice
      tone="warn"
      title={t("documents.poor", { n })}
      actions={
        <LinkButton to={here({ use: isShown ? undefined : "poorly", page: undefined })}>
          {t(isShown ? "documents.back" : "documents.showPoor")}
        </LinkButton>
      }
    >
      {t("documents.poorText")}
    </Notice>
  );
}

/** Says so where neither the flow nor the handlers ever ask the documents. */
function Unused({ bot }: { bot: Bot }) {
  const t = useText();
  const { data: handlers } = handlersApi.useHandlersQuery(bot.id);
  const { data: copy } = workingApi.useWorkingCopyQuery(bot.id);
  if (!handlers || !copy) return null;
  const nodes = Object.values(copy.document.nodes) as { type?: string }[];
  const isAsked = handlers.kind === "knowledge" || handlers.fallback.includes("knowledge");
  if (isAsked || nodes.some(({ type }) => type === "knowledge")) return null;
  return (
    <Notice
      tone="warn"
      title={t("documents.unasked")}
      actions={<LinkButton to={`/admin/bots/${bot.id}/handler`}>{t("documents.toHandler")}</LinkButton>}
    >
      {t("documents.unaskedText")}
    </Notice>
  );
}

/** What a document comes from, in a line. */
function useSource() {
  const t = useText();
  return (row: BotDocument) => {
    if (row.source === "questions") return t("documents.questions", { n: row.passages });
    const pages = row.pages === null ? "" : t("documents.pages", { n: row.pages });
    const every = row.every ? t(`sources.every.${row.every}`) : ""; // i18n: sources.every.*
    return [row.file_name || row.address.replace(/^https?:\/\//, ""), pages, every].filter(Boolean).join(" · ");
  };
}

/** The rows. */
function Rows({ bot, rows, mayChange }: { bot: Bot; rows: readonly BotDocument[]; mayChange: boolean }) {
  const t = useText();
  const f = useFormat();
  const sourceOf = useSource();
  const { here } = usePage<typeof knowledgeGrammar>();
  const rating = useRating();
  const count = (row: BotDocument, value: number) => (row.read_at ? f.number(value) : "–");
  const fact = (key: string, value: (row: BotDocument) => string) => ({
    key,
    head: t(`documents.h.${key}`), // i18n: documents.h.*
    numeric: true,
    className: "slot-fact",
    cell: (row: BotDocument) => (
      <>
        <i className="fact-name">{t(`documents.h.${key}`)}</i>
        {value(row)}
      </>
    ),
  });
  return (
    <div className="data-table">
      <Table<BotDocument>
        caption={t("documents.title")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "title",
            head: t("documents.h.title"),
            rowHead: true,
            className: "slot-name",
            cell: (row) => (
              <span className="bd-name">
                <Kind kind={row.kind} />
                <span>
                  <PageLink to={here({ document: row.id, use: undefined, show: undefined, page: undefined })}>
                    <bdi>{row.title}</bdi>
                  </PageLink>
                  <span className="small quiet block" dir="auto">
                    {[row.folder, sourceOf(row)].filter(Boolean).join(" · ")}
                  </span>
                </span>
              </span>
            ),
          },
          {
            key: "state",
            head: t("documents.h.state"),
            className: "slot-state",
            cell: (row) => <DocumentState row={row} />,
          },
          fact("passages", (row) => count(row, row.passages)),
          fact("found", (row) => count(row, row.times_found)),
          fact("cited", (row) => count(row, row.cited)),
          fact("helpful", (row) => (row.rated ? rating(row) : "–")),
          {
            key: "used",
            head: t("documents.h.used"),
            className: "slot-fact wide",
            cell: (row) => (row.used_at ? f.dateTime(row.used_at) : t("documents.never")),
          },
          {
            key: "review",
            head: t("documents.h.review"),
            className: "slot-fact wide",
            cell: (row) => (
              <span className={row.state === "stale" ? "bd-warn" : ""}>
                {row.review_by ? f.date(row.review_by) : "–"}
              </span>
            ),
          },
          {
            key: "languages",
            head: t("documents.h.languages"),
            className: "slot-fact wide",
            cell: (row) => row.languages.join(f.comma) || "–",
          },
          {
            key: "menu",
            head: <span className="sr">{t("documents.menu")}</span>,
            className: "slot-menu",
            cell: (row) => mayChange && <DocumentMenu bot={bot} row={row} />,
          },
        ]}
      />
    </div>
  );
}
