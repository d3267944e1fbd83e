/** Saying a text to the bot to see who answers it; without script the form is sent and the answer shown this once. */
import { Card } from "../../../components";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { AskForm } from "../layout/AskForm";
import { handlersApi, handlersOf, type Tested } from "./api";

/** The card. */
export function TestCard({ bot }: { bot: Bot }) {
  const t = useText();
  const { form, here } = usePage();
  const [ask, { data, error, isLoading }] = handlersApi.useTestHandlerMutation();
  const left = form?.answer as Partial<Tested> | undefined;
  const before = left?.calls ? (left as Tested) : undefined;
  const call = `${handlersOf(bot.id)}/test`;
  const { values, problem: refused } = useOwnForm(call);
  const tested = data ?? before;
  return (
    <Card id="test" title={t("handler.test")} lead={t("handler.testLead")}>
      <AskForm
        className="bh-ask rows"
        call={call}
        page={`${here()}#test`}
        label={t("handler.testLabel")}
        action={t("handler.ask")}
        start={before?.text ?? String(values.text ?? "")}
        busy={isLoading}
        failed={t("handler.notTested")}
        problem={(error as { detail?: string } | undefined) ?? refused}
        onAsk={(text) => void ask({ bot: bot.id, text })}
      />
      {tested && <Found tested={tested} />}
    </Card>
  );
}

/** Who was asked in turn and what came of it, and the answer. */
function Found({ tested }: { tested: Tested }) {
  const t = useText();
  const f = useFormat();
  return (
    <div className="stack" role="status">
      <ol className="bh-calls">
        {tested.calls.map((call, at) => (
          <li key={at} className={call.kind === tested.kind && call.answer ? "is-answer" : undefined}>
            {/* i18n: handler.k.* */}
            <strong>{t(`handler.k.${call.kind}`)}</strong>
            <span className="num">{f.duration(call.ms)}</span>
            <span className="small quiet">
              <Outcome call={call} />
            </span>
          </li>
        ))}
      </ol>
      <p className="bh-answer" dir="auto">
        {tested.answer || t("handler.silent")}
      </p>
    </div>
  );
}

/** What came of one try. */
function Outcome({ call }: { call: Tested["calls"][number] }) {
  const t = useText();
  const f = useFormat();
  const usage = call.usage as { prompt?: number; completion?: number } | null;
  if (call.error === "status") return t("handler.refused", { status: f.number(call.status ?? 0) });
  // i18n: handler.e.*
  if (call.error) return t(`handler.e.${call.error}`);
  if (!call.answer) return t("handler.noReply");
  if (!usage) return t("handler.answered");
  return t("handler.tokens", { prompt: f.number(usage.prompt ?? 0), completion: f.number(usage.completion ?? 0) });
}
