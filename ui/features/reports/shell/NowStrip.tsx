/** What goes on at this moment, each number with what it counts. */
import type { ReactNode } from "react";
import { useCan } from "../../../components";
import { usePolling, useSaveData } from "../../../hooks/useSaveData";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import { reportsApi, type MomentArgs } from "../dashboard/api";

/** How often it asks again, in milliseconds. */
const EVERY = 15_000;

/** Who talks, who waits for a person and what has failed: asked again while the tab is looked at. */
export function NowStrip({ of }: { of: MomentArgs }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { session } = usePage();
  const { data } = reportsApi.useNowQuery(of, { pollingInterval: usePolling(EVERY, true) });
  const saves = useSaveData() || session.savesData;
  if (!data) return null;
  const oldest = data.waiting_since && f.duration(Date.parse(data.as_of) - Date.parse(data.waiting_since));
  const history = can("read", "Conversation");
  return (
    <section className="now" aria-label={t("parts.now")}>
      <strong>{t("parts.now")}</strong>
      <Figure label={t("parts.nowActive")} value={f.number(data.active)} to={history && data.active_link} />
      <Figure label={t("parts.nowWaiting")} value={f.number(data.waiting)} to={can("read", "Inbox") && "/inbox"}>
        {oldest && t("parts.nowOldest", { time: oldest })}
      </Figure>
      <Figure
        label={t("parts.nowErrors")}
        value={f.number(data.errors)}
        to={history && data.errors_link}
        bad={data.errors > 0}
      />
      <Figure
        label={t("parts.nowLag")}
        value={f.duration(data.webhook_lag_s && data.webhook_lag_s * 1000)}
        to={false}
      />
      <span className="every">{t(saves ? "parts.nowAsOf" : "parts.nowEvery", { time: f.time(data.as_of) })}</span>
    </section>
  );
}

/** One number with its name; a link to what it counts for who may see that. */
function Figure(props: { label: string; value: string; to: string | false; bad?: boolean; children?: ReactNode }) {
  const { label, value, to, bad, children } = props;
  const content = (
    <>
      {label} <b className={bad ? "bad" : undefined}>{value}</b>
    </>
  );
  return (
    <span>
      {to ? <PageLink to={to}>{content}</PageLink> : content}
      {children && <> {children}</>}
    </span>
  );
}
