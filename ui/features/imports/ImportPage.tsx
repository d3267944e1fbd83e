/** One import: how far it is, what was counted, what was wrong, and what can be done next. */
import { ActionForm, Button, Can, Card, LinkButton, Notice, PageHead, Trouble } from "../../components";
import { Facts } from "../../components/Facts";
import { Table } from "../../components/Table";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { usePolling } from "../../hooks/useSaveData";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { importsApi } from "./api";
import { isBusy, StatePill } from "./StatePill";
import type { Import } from "./types";

/** What a file tells of its conversations or not; without times no latency is known either. */
const FACTS = ["understanding", "cost", "rating"] as const;

/** How often a running import is asked for again. */
const POLL_MS = 1500;

/** The page in each of its states. */
export default function ImportPage() {
  const t = useText();
  const f = useFormat();
  const { params } = usePage<Record<never, never>, "id">();
  const row = importsApi.useImportOneQuery(params.id).data;
  const result = importsApi.useImportOneQuery(params.id, {
    pollingInterval: usePolling(POLL_MS, row !== undefined && isBusy(row.state)),
    skipPollingIfUnfocused: true,
  });
  const { data } = result;
  if (!data) return <Trouble of={result} />;
  return (
    <>
      <PageHead
        back={{ to: "/admin/import", label: t("imports.back") }}
        title={<bdi>{data.name}</bdi>}
        marks={<StatePill state={data.state} />}
      />
      <div className="stack">
        <Trouble of={result} />
        <PageRefusal />
        <Card className="ip">
          <Course data={data} />
          <Facts
            items={[
              [t("imports.dialogues"), f.number(data.dialogues)],
              [t("imports.messages"), f.number(data.messages)],
              [t("imports.stored"), f.number(data.done)],
              [t("imports.skipped"), f.number(data.skipped)],
              [t("imports.created"), f.dateTime(data.created_at)],
              [t("imports.finished"), f.dateTime(data.finished_at)],
            ]}
          />
        </Card>
        <Estimates data={data} />
        <Problems data={data} />
      </div>
    </>
  );
}

/** The state in a sentence, the bar while it runs, and the next step. */
function Course({ data }: { data: Import }) {
  const t = useText();
  const f = useFormat();
  const { url } = usePage();
  const here = `/admin/import/${data.id}`;
  const sentence = {
    checking: () => t("imports.checkingText"),
    ready: () => t("imports.readyText", { n: data.dialogues }),
    queued: () => t("imports.runningText"),
    running: () => t("imports.runningText"),
    done: () => t("imports.doneText", { done: data.done, skipped: data.skipped }),
    cancelled: () => t("imports.cancelledText"),
    failed: () => t("imports.failedText"),
  }[data.state];
  const busy = isBusy(data.state);
  const progress = t("imports.progress", { done: data.done + data.skipped, all: data.dialogues });
  return (
    <div className="ic rows gap-16" aria-live="polite">
      <p>{sentence?.()}</p>
      {data.error && <Notice tone="bad" title={data.error} />}
      {busy && (
        <p className="pg rows gap-4">
          <progress
            max={data.dialogues || 1}
            value={data.state === "checking" ? undefined : data.done + data.skipped}
            aria-label={progress}
          />
          <span className="quiet small">{data.state === "checking" ? f.number(data.dialogues) : progress}</span>
        </p>
      )}
      <div className="row">
        {data.state === "ready" && (
          <Can I="create" a="Import">
            <ActionForm call={`/api/v1/imports/${data.id}/start`} page={here} done="started">
              <Button type="submit" variant="primary">
                {t("imports.start")}
              </Button>
            </ActionForm>
          </Can>
        )}
        {data.link && (
          <LinkButton to={data.link} variant="primary">
            {t("imports.open")}
          </LinkButton>
        )}
        {data.state === "done" && (
          <LinkButton to={`/reports/dashboard?r=all${data.times_estimated ? "&data=all" : ""}`}>
            {t("imports.dashboard")}
          </LinkButton>
        )}
        {busy && (
          <a className="button" href={url}>
            {t("imports.reload")}
          </a>
        )}
        {(busy || data.state === "ready") && (
          <Can I="create" a="Import">
            <ActionForm call={`/api/v1/imports/${data.id}/cancel`} page={here} done="cancelled">
              <Button type="submit" variant="quiet">
                {t("imports.cancel")}
              </Button>
            </ActionForm>
          </Can>
        )}
      </div>
    </div>
  );
}

/** What the file does not tell: what was estimated instead, and which numbers leave these conversations out. */
function Estimates({ data }: { data: Import }) {
  const t = useText();
  if (data.state === "checking" || !data.dialogues) return null;
  const missing = FACTS.filter((fact) => !data.facts.includes(fact));
  if (!data.times_estimated && !data.people_unknown && !missing.length)
    return <p className="quiet small">{t("imports.allKnown")}</p>;
  return (
    <Card title={t("imports.estimates")} lead={t("imports.estimatesLead")}>
      <ul>
        {data.times_estimated > 0 && <li>{t("imports.timesEstimated", { n: data.times_estimated })}</li>}
        {data.people_unknown > 0 && <li>{t("imports.peopleUnknown", { n: data.people_unknown })}</li>}
        {missing.map((fact) => (
          <li key={fact}>{t(`imports.no.${fact}`) /* i18n: imports.no.* */}</li>
        ))}
      </ul>
    </Card>
  );
}

/** What was skipped and why, by line of the file. */
function Problems({ data }: { data: Import }) {
  const t = useText();
  const f = useFormat();
  if (!data.problem_count) return isBusy(data.state) ? null : <p className="quiet small">{t("imports.noProblems")}</p>;
  return (
    <Card
      title={t("imports.problems")}
      lead={f.number(data.problem_count)}
      flush
      foot={
        data.problem_count > data.problems.length &&
        t("imports.moreProblems", { n: data.problems.length, all: data.problem_count })
      }
    >
      <Table
        caption={t("imports.problems")}
        compact
        rows={data.problems}
        rowKey={(row, index) => `${row.line}-${index}`}
        columns={[
          {
            key: "line",
            head: t("imports.line"),
            numeric: true,
            rowHead: true,
            className: "ln",
            cell: (row) => f.number(row.line),
          },
          { key: "reason", head: t("imports.reason"), cell: (row) => row.reason },
        ]}
      />
    </Card>
  );
}
