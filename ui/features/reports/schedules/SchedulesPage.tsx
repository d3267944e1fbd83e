/** One's scheduled mails: what goes out when, to how many, and what came of it last. */
import { ActionForm, Button, Empty, LinkButton, Notice, PageHead, PageLink, Tabs } from "../../../components";
import { PagedList } from "../../../components/lists/PagedList";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { useReportName } from "../shell/useReportName";
import { schedulesApi, type Schedule } from "./api";
import type { schedulesGrammar } from "./query";
import { Result, State, useTimes } from "./words";
import "./schedules.css";
import { conditionTexts } from "../filters/conditions";

const ScheduleSheet = later(() => import("./ScheduleSheet"), "ScheduleSheet");
const CLOSED = { do: undefined, report: undefined, query: undefined, deleted: undefined };

/** The page. */
export default function SchedulesPage() {
  const t = useText();
  const { query, here } = usePage<typeof schedulesGrammar>();
  const result = schedulesApi.useReportSchedulesQuery(query.page);
  const add = (
    <LinkButton to={here({ ...CLOSED, do: "new" })} variant="primary" icon="plus">
      {t("schedules.add")}
    </LinkButton>
  );
  return (
    <>
      <PageHead title={t("schedules.title")} lead={t("schedules.about")} actions={add} />
      <div className="stack">
        <Tabs
          label={t("schedules.views")}
          items={[
            { label: t("schedules.alerts"), to: "/reports/alerts", current: false },
            { label: t("schedules.title"), to: here({ ...CLOSED, page: undefined }), current: true },
          ]}
        />
        {query.deleted && <Undo id={query.deleted} />}
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Empty icon="mail" title={t("schedules.none")} actions={add}>
              {t("schedules.noneText")}
            </Empty>
          }
        >
          {(data) => <Rows rows={data.items} />}
        </PagedList>
      </div>
      {query.do === "new" && <ScheduleSheet to={here(CLOSED)} start={{ report: query.report, query: query.query }} />}
    </>
  );
}

/** The way back of what was deleted. */
function Undo({ id }: { id: string }) {
  const t = useText();
  const { here } = usePage<typeof schedulesGrammar>();
  return (
    <Notice
      tone="quiet"
      title={t("schedules.gone")}
      actions={
        <ActionForm
          call={`/api/v1/schedules/${id}/restore`}
          page={here()}
          then={here({ deleted: undefined })}
          done="restored"
        >
          <Button type="submit" size="s">
            {t("schedules.undo")}
          </Button>
        </ActionForm>
      }
    />
  );
}

/** The list. */
function Rows({ rows }: { rows: readonly Schedule[] }) {
  const t = useText();
  const f = useFormat();
  const times = useTimes();
  const name = useReportName();
  return (
    <Table
      caption={t("schedules.title")}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: "mail",
          head: t("schedules.mail"),
          rowHead: true,
          cell: (row) => (
            <>
              <PageLink to={`/reports/schedules/${row.id}`}>
                <bdi>{row.name}</bdi>
              </PageLink>
              <br />
              <span className="quiet">{[name(row.report), ...conditionTexts(row.conditions)].join(" · ")}</span>
            </>
          ),
        },
        {
          key: "when",
          head: t("schedules.when"),
          cell: (row) => (
            <>
              {times(row)}
              <br />
              {row.next_at ? (
                <span className="quiet">{t("schedules.next", { time: f.dateTime(row.next_at, row.zone) })}</span>
              ) : (
                <State schedule={row} />
              )}
            </>
          ),
        },
        {
          key: "last",
          head: t("schedules.last"),
          cell: (row) => (
            <>
              {row.last ? <Result delivery={row.last} /> : t("schedules.never")}
              <br />
              <span className="quiet">{t("schedules.to", { n: row.recipients.length })}</span>
            </>
          ),
        },
      ]}
    />
  );
}
