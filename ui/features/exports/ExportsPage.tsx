/** One's exports, newest first: how far each is, its file, and what can be done with it. */
import { shallowEqual, useSelector } from "react-redux";
import type { ApiState } from "../../api";
import { ActionForm, Button, Card, Empty, LinkButton, PageHead, Pill, Trouble, useCan } from "../../components";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { usePolling } from "../../hooks/useSaveData";
import { useFormat, useText } from "../../lib/i18n";
import { PageLink, usePage } from "../../page";
import { ALL_BOTS, botsApi, selectBots } from "../bots/catalog/api";
import { contentOf } from "../reports/history/slice";
import { exportsApi } from "./api";
import type { exportsGrammar } from "./query";
import type { Export } from "./types";
import "../../styles/imports.css";

/** How often a running export is asked for again. */
const POLL_MS = 2000;
const TONES = {
  queued: "acc",
  running: "acc",
  ready: "good",
  cancelled: "quiet",
  failed: "bad",
  expired: "quiet",
} as const;

/** True while the server still writes it. */
const isBusy = ({ state }: Export) => state === "queued" || state === "running";

/** The page in each of its states. */
export default function ExportsPage() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof exportsGrammar>();
  const busy = exportsApi.useExportsQuery(query.page).data?.items.some(isBusy) ?? false;
  const result = exportsApi.useExportsQuery(query.page, {
    pollingInterval: usePolling(POLL_MS, busy),
    skipPollingIfUnfocused: true,
  });
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  return (
    <>
      <PageHead
        back={{ to: "/reports/conversations", label: t("exports.back") }}
        title={t("exports.title")}
        lead={t("exports.description")}
        actions={
          busy && (
            <a className="button" href={here({})}>
              {t("exports.reload")}
            </a>
          )
        }
      />
      <div className="stack">
        <Trouble of={result} />
        <PageRefusal />
        {data.items.length === 0 ? (
          <Empty icon="download" title={t("exports.emptyTitle")}>
            {t("exports.emptyText")}
          </Empty>
        ) : (
          <Card flush className="il xl">
            <Table<Export>
              caption={t("exports.title")}
              rows={data.items}
              rowKey={(row) => row.id}
              columns={[
                {
                  key: "list",
                  head: t("exports.list"),
                  rowHead: true,
                  cell: (row) => <Content row={row} />,
                },
                { key: "state", head: t("exports.state"), cell: (row) => <State row={row} /> },
                {
                  key: "rows",
                  head: t("exports.rows"),
                  numeric: true,
                  cell: (row) => (
                    <>
                      <i>{t("exports.rows")} </i>
                      {f.number(isBusy(row) ? row.done : row.size === null ? null : row.rows)}
                    </>
                  ),
                },
                {
                  key: "expires",
                  head: t("exports.expires"),
                  className: "wide",
                  cell: (row) => f.dateTime(row.state === "ready" ? row.expires_at : null),
                },
                { key: "do", head: t("exports.do"), cell: (row) => <Steps row={row} page={here({})} /> },
              ]}
            />
          </Card>
        )}
        {data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      </div>
    </>
  );
}

/** What the file holds: the report it is of, its range, its filters, and the moment it was asked for. */
function Content({ row }: { row: Export }) {
  const t = useText();
  const f = useFormat();
  const may = useCan();
  botsApi.useBotsQuery(ALL_BOTS, { skip: !may("read", "Bot") });
  const bots = useSelector((state: ApiState) => selectBots(state, ALL_BOTS), shallowEqual);
  if (row.client !== null)
    return (
      <>
        {t("exports.client", { name: `\u2068${row.client}\u2069` })}
        <span className="block small quiet">{t("exports.asked", { time: f.dateTime(row.asked_at) })}</span>
      </>
    );
  const { range, filters } = contentOf(row, bots, t, f);
  return (
    <>
      <PageLink to={row.query ? `/reports/conversations?${row.query}` : "/reports/conversations"}>
        {t("common.nav.conversations")}
      </PageLink>
      <span className="block">{[range, ...filters].join(" · ")}</span>
      <span className="block small quiet">{t("exports.asked", { time: f.dateTime(row.asked_at) })}</span>
    </>
  );
}

/** The state in a word, the bar while rows are written, and what went wrong. */
function State({ row }: { row: Export }) {
  const t = useText();
  const progress = t("exports.progress", { done: row.done, all: row.rows });
  return (
    <>
      <Pill tone={TONES[row.state] ?? "quiet"}>{t(`exports.s.${row.state}`) /* i18n: exports.s.* */}</Pill>
      {row.state === "running" && (
        <progress max={row.rows || 1} value={row.rows ? row.done : undefined} aria-label={progress} />
      )}
      {row.error && <span className="bad small"> {row.error}</span>}
    </>
  );
}

/** The file, and what can be done next. */
function Steps({ row, page }: { row: Export; page: string }) {
  const t = useText();
  return (
    <div className="row">
      {row.file && (
        <LinkButton to={row.file} size="s" icon="download" download>
          {t("exports.file")} {row.format.toUpperCase()}
        </LinkButton>
      )}
      <ActionForm call={`/api/v1/exports/${row.id}/${isBusy(row) ? "cancel" : "start"}`} page={page}>
        <Button type="submit" size="s" variant="quiet">
          {t(isBusy(row) ? "exports.cancel" : "exports.again")}
        </Button>
      </ActionForm>
    </div>
  );
}
