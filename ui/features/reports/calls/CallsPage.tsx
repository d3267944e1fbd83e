/** Telephone calls, newest first; what narrows the list is its address. */
import { Card, Empty, PageHead, PageLink, Pill } from "../../../components";
import { ChoiceMenu } from "../../../components/ChoiceMenu";
import { Chip } from "../../../components/filters";
import { PagedList } from "../../../components/lists/PagedList";
import { Table, type Column } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { callsApi, type Call, type CallPage } from "./api";
import { RangeMenu } from "../filters/RangeMenu";
import { TRAFFIC } from "../filters/values";
import { ENDS, RECORDINGS, type callsGrammar } from "./query";
import "./calls.css";
import "../../../components/table/table.css";

/** The page. */
export default function CallsPage() {
  const t = useText();
  const { query, here } = usePage<typeof callsGrammar>();
  const result = callsApi.useCallsQuery(query);
  const { data } = result;
  const isNarrowed = here({ page: undefined }) !== "/reports/calls";
  return (
    <>
      <PageHead
        title={t("calls.title")}
        back={{ to: "/reports/speech", label: t("calls.report") }}
        {...(data && { lead: t("calls.count", { n: data.total }) })}
      />
      <div className="stack">
        <Filters data={data} />
        <PagedList
          of={result}
          to={(page) => here({ page })}
          empty={
            <Card>
              <Empty icon="phone-call" title={t(isNarrowed ? "calls.noneHere" : "calls.none")}>
                {isNarrowed ? <PageLink to="/reports/calls">{t("calls.all")}</PageLink> : t("calls.noneText")}
              </Empty>
            </Card>
          }
        >
          {(data) => <Rows rows={data.items} />}
        </PagedList>
      </div>
    </>
  );
}

/** What narrows the list. */
function Filters({ data }: { data: CallPage | undefined }) {
  const t = useText();
  const { query, here } = usePage<typeof callsGrammar>();
  const first = { page: undefined };
  return (
    <div className="row">
      <RangeMenu label={t("calls.at")} range={data?.range ?? null} action="/reports/calls" />
      {query.is && (
        <Chip value={t(`calls.is.${query.is}`) /* i18n: calls.is.* */} removeTo={here({ ...first, is: undefined })} />
      )}
      {data?.conditions
        .filter(({ name }) => name !== "traffic")
        .map(({ name, label, value }) => (
          <Chip key={label} label={label} value={value} removeTo={here({ ...first, [name]: undefined })} />
        ))}
      <ChoiceMenu
        label={t("calls.ended")}
        value={query.ended}
        options={ENDS.map((ended) => [ended, ended ? t(`calls.e.${ended}`) /* i18n: calls.e.* */ : t("calls.any")])}
        to={(ended) => here({ ...first, ended })}
      />
      <ChoiceMenu
        label={t("calls.recording")}
        value={query.recording}
        options={RECORDINGS.map((recording) => [
          recording,
          recording ? t(`calls.r.${recording}`) /* i18n: calls.r.* */ : t("calls.any"),
        ])}
        to={(recording) => here({ ...first, recording })}
      />
      <ChoiceMenu
        label={t("calls.traffic")}
        value={query.traffic}
        options={TRAFFIC.map((traffic) => [traffic, t(`calls.t.${traffic}`) /* i18n: calls.t.* */])}
        to={(traffic) => here({ ...first, traffic })}
      />
      {here(first) !== "/reports/calls" && (
        <PageLink className="text-13" to="/reports/calls">
          {t("calls.all")}
        </PageLink>
      )}
    </div>
  );
}

/** The rows. */
function Rows({ rows }: { rows: readonly Call[] }) {
  const t = useText();
  const f = useFormat();
  // i18n: calls.length calls.asked calls.missed calls.sure calls.recording
  const fact = (key: string, className: string, numeric: boolean, value: (call: Call) => string): Column<Call> => ({
    key,
    head: t(`calls.${key}`),
    numeric,
    className,
    cell: (call) => (
      <>
        <i className="fact-name">{t(`calls.${key}`)}</i>
        {value(call)}
      </>
    ),
  });
  return (
    <div className="data-table">
      <Table
        caption={t("calls.title")}
        rows={rows}
        rowKey={(call) => call.id}
        columns={[
          {
            key: "who",
            head: t("calls.caller"),
            rowHead: true,
            className: "slot-name",
            cell: (call) => (
              <PageLink to={`/reports/calls/${call.id}`}>
                <bdi>
                  {call.contact?.name || (call.contact?.last4 ? `•• ${call.contact.last4}` : t("calls.unknown"))}
                </bdi>
              </PageLink>
            ),
          },
          {
            key: "at",
            head: t("calls.at"),
            className: "slot-fact",
            cell: (call) => <time dateTime={call.started_at}>{f.dateTime(call.started_at)}</time>,
          },
          {
            key: "end",
            head: t("calls.ended"),
            className: "slot-state",
            cell: (call) => <Pill>{call.ended_by ? t(`calls.e.${call.ended_by}`) : t("calls.going")}</Pill>,
          },
          { key: "bot", head: t("calls.bot"), className: "slot-fact wide", cell: (call) => <bdi>{call.bot.name}</bdi> },
          fact("length", "slot-fact", true, (call) => f.duration(call.duration_ms)),
          fact("asked", "slot-fact wide", true, (call) => f.number(call.asks)),
          fact("missed", "slot-fact wide", true, (call) => f.number(call.missed + call.silences)),
          fact("sure", "slot-fact wide", true, (call) => f.number(call.confidence)),
          fact("recording", "slot-fact wide", false, (call) => t(`calls.r.${call.recording}`)),
        ]}
      />
    </div>
  );
}
