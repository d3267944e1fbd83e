/** What came of the calls to one handler in conversations of the last seven days and today. */
import { useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import type { Bot } from "../catalog/api";
import { handlersApi } from "./api";

/** Below so many calls a share is a count. */
const SMALL = 30;

/** The line under its name; nothing for those who read no figures. */
export function Calls({ bot, kind }: { bot: Bot; kind: string }) {
  const t = useText();
  const f = useFormat();
  const may = useCan()("read", "Dashboard");
  const { data, isError } = handlersApi.useHandlerCallsQuery(bot.id, { skip: !may });
  if (!may || (!data && !isError)) return null;
  if (!data) return <p className="bh-calls-line small quiet">{t("handler.callsUnknown")}</p>;
  const row = data.items.find((item) => item.kind === kind);
  if (!row || row.calls === 0) return <p className="bh-calls-line small quiet">{t("handler.noCalls")}</p>;
  const part = (n: number) => (row.calls < SMALL || n === 0 ? f.number(n) : f.percent((n * 100) / row.calls));
  return (
    <p className="bh-calls-line small quiet">
      <span>{t("handler.calls", { n: row.calls })}</span>
      <span>{t("handler.callsAnswered", { part: part(row.answered) })}</span>
      {row.silent > 0 && <span>{t("handler.callsSilent", { part: part(row.silent) })}</span>}
      <span className={row.failed ? "is-bad" : undefined}>{t("handler.callsFailed", { part: part(row.failed) })}</span>
      {kind !== "knowledge" && (
        <span className={row.refused ? "is-bad" : undefined}>
          {t("handler.callsRefused", { part: part(row.refused) })}
        </span>
      )}
      {row.p95_ms !== null && <span>{t("handler.callsSlow", { ms: f.number(row.p95_ms) })}</span>}
      {data.read < data.conversations && <span>{t("handler.callsRead", { n: data.read })}</span>}
    </p>
  );
}
