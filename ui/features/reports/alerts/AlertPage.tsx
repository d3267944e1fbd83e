/** One alert: whether it fires, when it has fired, and when its rule would have. */
import { Button, Card, LinkButton, Notice, PageHead, PageLink, Trouble } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { Field } from "../../../components/fields";
import { ActionForm } from "../../../components/ActionForm";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { later, usePage, type Values } from "../../../page";
import { alertsApi, type Alert, type Trial } from "./api";
import type { alertsGrammar } from "./query";
import { TrialResult } from "./TrialResult";
import { State, useWords } from "./words";
import "../../../components/table/table.css";
import { conditionTexts } from "../filters/conditions";
import { Mails } from "../shell/Mails";

/** What the list beside it shows. */
const LISTED = ({ page, state, q }: Values<typeof alertsGrammar>) => ({
  page: page === 1 ? undefined : page,
  state,
  q,
});
const AlertList = later(() => import("./AlertList"), "AlertList");
const History = later(() => import("./History"), "History");
const AlertSheet = later(() => import("./AlertSheet"), "AlertSheet");

/** The page. */
export default function AlertPage() {
  const t = useText();
  const { params, query, here } = usePage<typeof alertsGrammar, "id">();
  const result = alertsApi.useAlertQuery(params.id);
  const all = alertsApi.useAlertsQuery({ page: query.page, state: query.state, q: query.q });
  const { data } = result;
  const closed = here({ do: undefined });
  return (
    <>
      <PageHead
        title={<bdi>{data?.name ?? t("alerts.title")}</bdi>}
        marks={data && <State alert={data} />}
        back={{ to: path("/reports/alerts", LISTED(query)), label: t("alerts.title") }}
        actions={
          <>
            {data && <Switch alert={data} />}
            <LinkButton to={here({ do: "edit" })}>{t("alerts.edit")}</LinkButton>
            <LinkButton to={here({ do: "delete" })} variant="danger">
              {t("alerts.delete")}
            </LinkButton>
          </>
        }
      />
      <Trouble of={result} />
      {data && (
        <div className="al-beside">
          <div className="al-others stack">
            <AlertList current={data.id} />
          </div>
          <div className="stack">
            {!data.active && <Paused alert={data} />}
            {data.firing && <Firing alert={data} firing={data.firing} />}
            <Summary alert={data} />
            <Try alert={data} />
            <Firings alert={data} />
          </div>
        </div>
      )}
      {data && query.do === "edit" && all.data && <AlertSheet to={closed} metrics={all.data.metrics} alert={data} />}
      {data && query.do === "delete" && (
        <FormSheet
          danger
          title={t("alerts.ask")}
          call={`/api/v1/alerts/${data.id}`}
          method="DELETE"
          revision={String(data.revision)}
          to={closed}
          then={path("/reports/alerts", LISTED(query))}
          done="deleted"
          action={t("alerts.delete")}
        >
          <p>{t("alerts.askText", { name: `\u2068${data.name}\u2069` })}</p>
        </FormSheet>
      )}
    </>
  );
}

/** That it fires, and taking it on. */
function Firing({ alert, firing }: { alert: Alert; firing: NonNullable<Alert["firing"]> }) {
  const t = useText();
  const f = useFormat();
  const { value } = useWords(alert);
  const { here } = usePage();
  useKeys({ a: () => document.getElementById("acknowledge")?.click() });
  const isOpen = alert.state === "firing";
  return (
    <Notice
      tone={isOpen ? "bad" : "warn"}
      title={t("alerts.since", { time: f.dateTime(firing.at) })}
      actions={
        <LinkButton size="s" to={firing.link}>
          {t("alerts.frozen")}
        </LinkButton>
      }
    >
      <p>
        {t("alerts.saw", { value: value(firing.value), n: firing.n, before: value(firing.before) })}{" "}
        {firing.provisional && t("alerts.provisional")}
      </p>
      {isOpen ? (
        <ActionForm call={`/api/v1/alerts/${alert.id}/acknowledge`} page={here()} done="acknowledged" className="stack">
          <Field label={t("alerts.note")} name="note" maxLength={200} autoComplete="off" dir="auto" />
          <p>
            <Button type="submit" id="acknowledge" title="a">
              {t("alerts.acknowledge")}
            </Button>
          </p>
        </ActionForm>
      ) : (
        <p>
          <bdi>{firing.acknowledged_by}</bdi>: <bdi>{firing.note || t("alerts.s.acknowledged")}</bdi>
        </p>
      )}
    </Notice>
  );
}

/** Pauses the alert, or goes on with it. */
function Switch({ alert }: { alert: Alert }) {
  const t = useText();
  const { here } = usePage();
  return (
    <ActionForm
      call={`/api/v1/alerts/${alert.id}`}
      method="PATCH"
      revision={String(alert.revision)}
      page={here({ do: undefined })}
      done={alert.active ? "paused" : "resumed"}
    >
      <input type="hidden" name="active" value={alert.active ? "0" : "1"} />
      <Button type="submit" variant={alert.active ? "plain" : "primary"}>
        {t(alert.active ? "alerts.pause" : "alerts.resume")}
      </Button>
    </ActionForm>
  );
}

/** That it is paused, and why where it was paused by itself. */
function Paused({ alert }: { alert: Alert }) {
  const t = useText();
  return (
    <Notice tone={alert.paused_for ? "warn" : "quiet"} icon="pause" title={t("alerts.pausedTitle")}>
      {t(`alerts.p.${alert.paused_for || "person"}`) /* i18n: alerts.p.* */}
    </Notice>
  );
}

/** The rule, its values of late with the limit, whom it notifies, and when it fired last. */
function Summary({ alert }: { alert: Alert }) {
  const t = useText();
  const f = useFormat();
  const { metric, rule, value } = useWords(alert);
  const { last } = alert;
  return (
    <Card title={metric} lead={rule} aside={<PageLink to={alert.link}>{t("alerts.report")}</PageLink>}>
      {alert.conditions.length > 0 && <p>{conditionTexts(alert.conditions).join(" · ")}</p>}
      {last && <History alert={alert} last={last} />}
      <Facts
        items={[
          [
            t("alerts.last"),
            last
              ? t("alerts.window_saw", { from: f.dateTime(last.start), value: value(last.value), n: last.n })
              : t("alerts.notYet"),
          ],
          [t("alerts.fired"), alert.fired_at ? f.dateTime(alert.fired_at) : t("alerts.neverFired")],
          [
            t("alerts.notifies"),
            <>
              {t("alerts.you")}
              {alert.emails.map((email) => (
                <bdi key={email} className="al-told" dir="ltr">
                  {email}
                </bdi>
              ))}
              {alert.webhook && <span className="al-told">{t("alerts.webhook")}</span>}
            </>,
          ],
          [
            t("alerts.often"),
            [t("alerts.every", { n: alert.cooldown_h }), t("alerts.atLeast", { n: alert.min_n })].join(" · "),
          ],
        ]}
      />
    </Card>
  );
}

/** When the rule would have fired. */
function Try({ alert }: { alert: Alert }) {
  const t = useText();
  const { here, form } = usePage();
  const trial = form?.answer as Trial | undefined;
  return (
    <Card title={t("alerts.try")} id="try">
      {trial ? <TrialResult trial={trial} /> : <p>{t("alerts.tryText")}</p>}
      <ActionForm call={`/api/v1/alerts/${alert.id}/test`} page={`${here()}#try`}>
        <Button type="submit">{t("alerts.tryNow")}</Button>
      </ActionForm>
    </Card>
  );
}

/** When it has fired. */
function Firings({ alert }: { alert: Alert }) {
  const t = useText();
  const f = useFormat();
  const { value } = useWords(alert);
  const { params, query, here } = usePage<typeof alertsGrammar, "id">();
  const firings = alertsApi.useFiringsQuery({ id: params.id, page: query.fired });
  const { data } = firings;
  if (!data || data.total === 0) return null;
  return (
    <>
      <Card title={t("alerts.activity")} flush>
        <Table
          caption={t("alerts.activity")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={[
            { key: "at", head: t("alerts.when"), rowHead: true, cell: (row) => f.dateTime(row.at) },
            {
              key: "values",
              head: t("alerts.beforeAfter"),
              numeric: true,
              cell: (row) => `${value(row.before)} → ${value(row.value)}`,
            },
            {
              key: "notified",
              head: t("alerts.notified"),
              cell: (row) => <Mails mails={row.mails} />,
            },
            {
              key: "note",
              head: t("alerts.note"),
              className: "wide",
              cell: (row) => (row.acknowledged_by ? <bdi>{`${row.acknowledged_by}: ${row.note}`}</bdi> : "—"),
            },
            {
              key: "link",
              head: t("alerts.frozen"),
              cell: (row) => <PageLink to={row.link}>{t("alerts.open")}</PageLink>,
            },
          ]}
        />
      </Card>
      <Pagination of={data} to={(fired) => here({ fired })} />
    </>
  );
}
