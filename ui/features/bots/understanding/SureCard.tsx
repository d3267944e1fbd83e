/** How sure the bot must be before it answers, and what that means in figures. */
import type { FormEvent } from "react";
import { ActionForm, Button, Card } from "../../../components";
import { Facts } from "../../../components/Facts";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { FieldRoot, useEditor } from "../document/editor";
import { Pick } from "../document/fields";
import { SENSITIVITIES } from "../document/types";
import type { understandingGrammar } from "./query";
import { ASKS } from "./types";
import { useTraining } from "./useTraining";

/** The card. */
export function SureCard() {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { bot, revision, mayEdit } = useEditor();
  const { training } = useTraining();
  const latest = training?.trained_at ? training : undefined;
  return (
    <Card title={t("flow.sensitivity")} className="in-sure">
      <FieldRoot path={[]}>
        <ActionForm
          className="fl-stack"
          call={`/api/v1/bots/${bot}/flow`}
          method="PATCH"
          page={here()}
          revision={String(revision)}
          autoComplete="off"
          done="saved"
          onSubmit={(event: FormEvent) => event.preventDefault()}
        >
          {/* i18n: flow.sure.* */}
          <Pick
            name="sensitivity"
            label={t("understanding.setting")}
            help={t("flow.sensitivityHelp")}
            fallback="balanced"
            options={SENSITIVITIES.map((level) => ({ value: level, label: t(`flow.sure.${level}`) }))}
          />
          {mayEdit && (
            <p className="unscripted">
              <Button type="submit">{t("flow.savePart")}</Button>
            </p>
          )}
        </ActionForm>
      </FieldRoot>
      <Facts
        items={[
          [t("understanding.accuracy"), f.percent(latest?.accuracy == null ? null : latest.accuracy * 100)],
          [
            t("understanding.threshold"),
            latest?.threshold == null
              ? f.number(null)
              : t("understanding.bounds", {
                  answers: f.percent(latest.threshold * 100, 0),
                  asks: f.percent(latest.threshold * ASKS * 100, 0),
                }),
          ],
          [
            t("understanding.engines"),
            latest?.engines.length
              ? f.list(
                  latest.engines.map(
                    (engine) => t(`understanding.engine.${engine}`) /* i18n: understanding.engine.* */,
                  ),
                )
              : f.number(null),
          ],
        ]}
      />
    </Card>
  );
}
