/** Background work, newest first: what waits, how far it is, why it was given up, and the way to run it again. */
import {
  ActionForm,
  Button,
  Can,
  Card,
  Empty,
  LinkButton,
  PageHead,
  PageLink,
  Pill,
  Segments,
  Tabs,
  Trouble,
} from "../../components";
import { Pagination } from "../../components/Pagination";
import { Table } from "../../components/Table";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { usePolling } from "../../hooks/useSaveData";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { jobsApi } from "./api";
import { STATES, WORK, workOf, type jobsGrammar } from "./query";
import type { Job } from "./types";
import "../../styles/imports.css";
import "./jobs.css";

/** How often work under way is asked for again. */
const POLL_MS = 2000;
/** Work that is due within this time will soon be under way. */
const SOON_MS = 600_000;
const TONES: Readonly<Record<string, "acc" | "good" | "bad">> = { running: "acc", done: "good", failed: "bad" };

/** True while it is worth looking again: what is planned for another day is not. */
const isBusy = ({ state, run_at }: Job, now: string) =>
  state === "running" || (state === "ready" && Date.parse(run_at) < Date.parse(now) + SOON_MS);

/** The page in each of its states. */
export default function JobsPage() {
  const t = useText();
  const { query, session, here } = usePage<typeof jobsGrammar>();
  const args = { ...query, work: workOf(query) };
  const busy = jobsApi.useJobsQuery(args).data?.items.some((row) => isBusy(row, session.now)) ?? false;
  const result = jobsApi.useJobsQuery(args, {
    pollingInterval: usePolling(POLL_MS, busy),
    skipPollingIfUnfocused: true,
  });
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  return (
    <>
      <PageHead
        title={t("jobs.title")}
        lead={t("jobs.description")}
        actions={
          <a className="button" href={here()}>
            {t("jobs.reload")}
          </a>
        }
      />
      {/* i18n: jobs.s.* */}
      <Tabs
        label={t("jobs.state")}
        items={["", ...STATES].map((state) => ({
          label: state ? t(`jobs.s.${state}`) : t("jobs.all"),
          to: here({ state }, { reset: true }),
          current: query.state === state,
        }))}
      />
      <div className="stack">
        {/* i18n: jobs.w.* */}
        <div className="row">
          <Segments
            label={t("jobs.work")}
            items={WORK.map((work) => ({
              label: t(`jobs.w.${work}`),
              to: here({ work, page: undefined }),
              current: args.work === work,
            }))}
          />
        </div>
        <Trouble of={result} />
        <PageRefusal />
        {data.items.length > 0 ? <List rows={data.items} /> : <Nothing total={data.total} />}
        {data.items.length > 0 && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      </div>
    </>
  );
}

/** One row a job. */
function List({ rows }: { rows: readonly Job[] }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof jobsGrammar>();
  return (
    <Card flush className="jl">
      <Table<Job>
        caption={t("jobs.title")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: "kind", head: t("jobs.kind"), rowHead: true, cell: (row) => <Kind row={row} /> },
          { key: "state", head: t("jobs.state"), className: "j-state", cell: (row) => <State row={row} /> },
          {
            key: "attempts",
            head: t("jobs.attempts"),
            numeric: true,
            className: "wide",
            cell: (row) => f.number(row.attempts),
          },
          { key: "created", head: t("jobs.created"), className: "wide", cell: (row) => f.dateTime(row.created_at) },
          {
            key: "due",
            head: t("jobs.due"),
            className: "wide",
            cell: (row) => f.dateTime(row.state === "ready" ? row.run_at : null),
          },
          { key: "finished", head: t("jobs.finished"), className: "wide", cell: (row) => f.dateTime(row.finished_at) },
          {
            key: "do",
            head: t("jobs.do"),
            className: "j-do",
            cell: (row) =>
              row.state === "failed" && (
                <Can I="update" a="Job">
                  <ActionForm call={`/api/v1/jobs/${row.id}/retry`} page={here()} done="again">
                    <Button type="submit" size="s">
                      {t("jobs.again")}
                    </Button>
                  </ActionForm>
                </Can>
              ),
          },
        ]}
      />
    </Card>
  );
}

/** What kind of work it is, and on narrow screens when; one this build does not know is shown as it is written. */
function Kind({ row }: { row: Job }) {
  const t = useText();
  const f = useFormat();
  const key = `jobs.k.${row.kind}`; // i18n: jobs.k.*
  const text = t(key);
  const name = text === key ? row.kind : text;
  return (
    <>
      <b>{row.link ? <PageLink to={row.link}>{name}</PageLink> : name}</b>
      <small className="narrow">
        {row.state === "ready"
          ? `${t("jobs.due")} ${f.dateTime(row.run_at)}`
          : f.dateTime(row.finished_at ?? row.created_at)}
      </small>
    </>
  );
}

/** The state in a word, the bar while it runs, and what went wrong. */
function State({ row }: { row: Job }) {
  const t = useText();
  const f = useFormat();
  const progress = f.percent(row.progress * 100, 0);
  return (
    <>
      <Pill tone={TONES[row.state] ?? "quiet"}>{t(`jobs.s.${row.state}`)}</Pill>
      {row.state === "running" && (
        <span className="pg rows gap-4">
          <progress max={1} value={row.progress} aria-label={t("jobs.progress", { done: progress })} />
          <span className="quiet small">{progress}</span>
        </span>
      )}
      {row.error && (
        <span className="bad small block">
          <bdi>{row.error}</bdi>
        </span>
      )}
    </>
  );
}

/** No row on this page, no work in that state, or none at all. */
function Nothing({ total }: { total: number }) {
  const t = useText();
  const { query, here } = usePage<typeof jobsGrammar>();
  if (total > 0)
    return (
      <Empty
        icon="filter"
        title={t("jobs.pastTitle")}
        actions={<LinkButton to={here({ page: 1 })}>{t("jobs.toFirst")}</LinkButton>}
      />
    );
  if (!query.state) {
    return (
      <Empty icon="activity" title={t("jobs.emptyTitle")}>
        {t("jobs.emptyText")}
      </Empty>
    );
  }
  return (
    <Empty
      icon="filter"
      title={t("jobs.noneTitle", { state: t(`jobs.s.${query.state}`) })}
      actions={<LinkButton to={here({}, { reset: true })}>{t("jobs.showAll")}</LinkButton>}
    />
  );
}
