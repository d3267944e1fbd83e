/** All imports, newest first, and the form for another. */
import { Can, Card, Empty, Notice, PageHead, Trouble } from "../../components";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { usePolling } from "../../hooks/useSaveData";
import { useFormat, useText } from "../../lib/i18n";
import { PageLink, usePage } from "../../page";
import { importsApi } from "./api";
import type { importsGrammar } from "./query";
import { isBusy, StatePill } from "./StatePill";
import { UploadForm } from "./UploadForm";
import type { ListedImport } from "./types";

/** How often a running import is asked for again. */
const POLL_MS = 2000;

/** The page in each of its states. */
export default function ImportsPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof importsGrammar>();
  const cached = importsApi.useImportsQuery(query.page).data;
  const busy = cached?.items.some((item) => isBusy(item.state)) ?? false;
  const result = importsApi.useImportsQuery(query.page, {
    pollingInterval: usePolling(POLL_MS, busy),
    skipPollingIfUnfocused: true,
  });
  const { data } = result;
  return (
    <>
      <PageHead title={t("imports.title")} lead={t("imports.description")} />
      <div className="stack">
        <Can
          I="create"
          a="Import"
          otherwise={
            <Notice tone="quiet" icon="lock">
              {t("imports.readOnly")}
            </Notice>
          }
        >
          <UploadForm />
        </Can>
        <Trouble of={result} />
        {data?.items.length === 0 && (
          <Empty icon="upload" title={t("imports.emptyTitle")}>
            {t("imports.emptyText")}
          </Empty>
        )}
        {data && data.items.length > 0 && (
          <Card title={t("imports.earlier")} flush className="il">
            <Table<ListedImport>
              caption={t("imports.earlier")}
              rows={data.items}
              rowKey={(row) => row.id}
              columns={[
                {
                  key: "name",
                  head: t("imports.name"),
                  rowHead: true,
                  className: "fn",
                  cell: (row) => (
                    <PageLink to={`/admin/import/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </PageLink>
                  ),
                },
                { key: "state", head: t("imports.state"), cell: (row) => <StatePill state={row.state} /> },
                {
                  key: "dialogues",
                  head: t("imports.dialogues"),
                  numeric: true,
                  className: "wide",
                  cell: (row) => f.number(row.dialogues),
                },
                {
                  key: "messages",
                  head: t("imports.messages"),
                  numeric: true,
                  className: "wide",
                  cell: (row) => f.number(row.messages),
                },
                { key: "done", head: t("imports.stored"), numeric: true, cell: (row) => f.number(row.done) },
                {
                  key: "skipped",
                  head: t("imports.skipped"),
                  numeric: true,
                  className: "wide",
                  cell: (row) => f.number(row.skipped),
                },
                {
                  key: "problems",
                  head: t("imports.problems"),
                  numeric: true,
                  className: "wide",
                  cell: (row) => (
                    <span className={row.problem_count ? "bad" : undefined}>{f.number(row.problem_count)}</span>
                  ),
                },
                {
                  key: "created",
                  head: t("imports.created"),
                  className: "wide",
                  cell: (row) => f.dateTime(row.created_at),
                },
              ]}
            />
          </Card>
        )}
        {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      </div>
    </>
  );
}
