/** One scheduled mail: what it sends, what came of it, and sending it now. */
import { ActionForm, Button, Card, LinkButton, PageHead, PageLink, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useFormat, useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import { Mails } from "../shell/Mails";
import { useReportName } from "../shell/useReportName";
import { schedulesApi, type Schedule } from "./api";
import type { scheduleGrammar } from "./query";
import { Result, State, useTimes } from "./words";
import "./schedules.css";
import "../../../components/table/table.css";
import { conditionTexts } from "../filters/conditions";

const ScheduleSheet = later(() => import("./ScheduleSheet"), "ScheduleSheet");

/** The page. */
export default function SchedulePage() {
  const t = useText();
  const { params, query, here } = usePage<typeof scheduleGrammar, "id">();
  const result = schedulesApi.useReportScheduleQuery(params.id);
  const { data } = result;
  const closed = here({ do: undefined });
  return (
    <>
      <PageHead
        title={<bdi>{data?.name ?? t("schedules.title")}</bdi>}
        marks={data && <State schedule={data} />}
        back={{ to: "/reports/schedules", label: t("schedules.title") }}
        actions={
          data && (
            <>
              <Moves schedule={data} />
              <LinkButton to={here({ do: "preview" })}>{t("schedules.preview")}</LinkButton>
              <LinkButton to={here({ do: "edit" })}>{t("schedules.edit")}</LinkButton>
              <LinkButton to={here({ do: "delete" })} variant="danger">
                {t("schedules.delete")}
              </LinkButton>
            </>
          )
        }
      />
      <Trouble of={result} />
      {data && (
        <div className="stack">
          <Facts schedule={data} />
          {query.do === "preview" && <Preview id={data.id} close={closed} />}
          <Deliveries />
        </div>
      )}
      {data && query.do === "edit" && <ScheduleSheet to={closed} schedule={data} />}
      {data && query.do === "delete" && (
        <FormSheet
          danger
          title={t("schedules.ask")}
          call={`/api/v1/schedules/${data.id}`}
          method="DELETE"
          revision={String(data.revision)}
          to={closed}
          then={`/reports/schedules?deleted=${data.id}`}
          done="deleted"
          action={t("schedules.delete")}
        >
          <p>{t("schedules.askText", { name: `\u2068${data.name}\u2069` })}</p>
        </FormSheet>
      )}
    </>
  );
}

/** Sending it now, and pausing it. */
function Moves({ schedule }: { schedule: Schedule }) {
  const t = useText();
  const { here } = usePage<typeof scheduleGrammar, "id">();
  const call = `/api/v1/schedules/${schedule.id}`;
  return (
    <>
      <ActionForm call={`${call}/run`} page={here()} done="running">
        <Button type="submit" icon="send">
          {t("schedules.run")}
        </Button>
      </ActionForm>
      <ActionForm call={call} method="PATCH" revision={String(schedule.revision)} page={here()} done="changed">
        <input type="hidden" name="active" value={schedule.active ? "0" : "1"} />
        <Button type="submit">{t(schedule.active ? "schedules.pause" : "schedules.resume")}</Button>
      </ActionForm>
    </>
  );
}

/** What it sends, when, and to whom. */
function Facts({ schedule }: { schedule: Schedule }) {
  const t = useText();
  const f = useFormat();
  const times = useTimes();
  const name = useReportName();
  return (
    <Card
      title={name(schedule.report)}
      lead={`${times(schedule)} · ${schedule.zone}`}
      aside={<PageLink to={schedule.link}>{t("schedules.live")}</PageLink>}
    >
      {schedule.conditions.length > 0 && <p>{conditionTexts(schedule.conditions).join(" · ")}</p>}
      {schedule.next_at && <p>{t("schedules.next", { time: f.dateTime(schedule.next_at, schedule.zone) })}</p>}
      <p>
        <bdi dir="ltr">{schedule.recipients.join(f.comma)}</bdi>
      </p>
      <p className="quiet">
        {[
          ...schedule.formats.map((value) => t(`schedules.f.${value}`) /* i18n: schedules.f.* */),
          schedule.skip_unchanged && t("schedules.skip"),
          schedule.opted_out.length > 0 && t("schedules.optedOut", { list: schedule.opted_out.join(f.comma) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </Card>
  );
}

/** The mail as it would go out now, in a frame in which nothing acts. */
function Preview({ id, close }: { id: string; close: string }) {
  const t = useText();
  return (
    <Card title={t("schedules.preview")} aside={<PageLink to={close}>{t("schedules.close")}</PageLink>} flush>
      <iframe
        className="mail-preview"
        title={t("schedules.preview")}
        src={`/api/v1/schedules/${id}/preview`}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </Card>
  );
}

/** What went out before. */
function Deliveries() {
  const t = useText();
  const f = useFormat();
  const { params, query, here } = usePage<typeof scheduleGrammar, "id">();
  const { data } = schedulesApi.useScheduleDeliveriesQuery({ id: params.id, page: query.page });
  if (!data || data.total === 0) return null;
  return (
    <>
      <Card title={t("schedules.deliveries")} flush>
        <Table
          caption={t("schedules.deliveries")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={[
            { key: "due", head: t("schedules.due"), rowHead: true, cell: (row) => f.dateTime(row.due_at) },
            { key: "result", head: t("schedules.result"), cell: (row) => <Result delivery={row} /> },
            {
              key: "people",
              head: t("schedules.people"),
              className: "wide",
              cell: (row) => <Mails mails={row.mails} />,
            },
            {
              key: "frozen",
              head: t("schedules.frozen"),
              cell: (row) => (row.link ? <PageLink to={row.link}>{t("schedules.open")}</PageLink> : "—"),
            },
          ]}
        />
      </Card>
      <Pagination of={data} to={(page) => here({ page })} />
    </>
  );
}
