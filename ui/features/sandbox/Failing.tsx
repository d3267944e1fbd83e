/** What calls of the bot to other systems come to: they are made, fail, or get a sample answer. */
import { ActionForm, Button } from "../../components";
import { Select, TextArea } from "../../components/fields";
import { codeWords } from "../../lib/codes";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { sandboxGrammar } from "./query";
import type { Sandbox } from "./types";

const RESULTS = ["answers", "sample", "timeout", "500"];

/** A choice for each call of the flow. */
export function Failing({ data }: { data: Sandbox }) {
  const t = useText();
  const { here } = usePage<typeof sandboxGrammar>();
  const calls = data.nodes.filter(({ type }) => type === "call").map(({ id }) => String(id));
  const forced = (node: string) => data.failing.find((call) => call.node === node);
  const sample = (node: string) => JSON.stringify(forced(node)?.sample ?? {}, null, 2);
  return (
    <div className="sb-part">
      <h3>{t("sandbox.fail")}</h3>
      {calls.length === 0 ? (
        <p className="quiet small">{t("sandbox.noCalls")}</p>
      ) : (
        <ActionForm
          call={`/api/v1/sandbox/${data.id}`}
          method="PATCH"
          page={here()}
          revision="*"
          className="stack"
          key={JSON.stringify(data.failing)}
        >
          {calls.map((node, i) => (
            <div key={node} className="sb-call stack">
              <input type="hidden" name={`failing.${i}.node`} value={node} />
              <Select
                label={codeWords(node)}
                name={`failing.${i}.as`}
                defaultValue={String(forced(node)?.as ?? "answers")}
                // i18n: sandbox.as.*
                options={RESULTS.map((value) => ({ value, label: t(`sandbox.as.${value}`) }))}
              />
              <TextArea
                label={t("sandbox.sample", { call: codeWords(node) })}
                help={t("sandbox.sampleHelp")}
                name={`failing.${i}.sample`}
                defaultValue={sample(node)}
                dir="ltr"
                spellCheck={false}
              />
            </div>
          ))}
          <Button type="submit" size="s">
            {t("sandbox.apply")}
          </Button>
        </ActionForm>
      )}
    </div>
  );
}
