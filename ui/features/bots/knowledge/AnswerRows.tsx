/** Questions and answers, each in two languages. */
import { useState } from "react";
import { ActionForm, Button, Card, Empty, Icon, IconButton } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { ChoiceInput } from "../../../components/forms/controls";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { Besides } from "../document/Besides";
import { setAt } from "../document/edit";
import { FieldRoot, useEditor } from "../document/editor";
import { firstText } from "../document/outline";
import { Refused } from "../document/Refused";
import { TextsField } from "../document/TextsField";

/** What the bot answers at any time; without script the form is sent whole, with an empty row for one more. */
export function AnswerRows() {
  const t = useText();
  const scripted = useScripted();
  const { here } = usePage();
  const { bot, revision, document, language, change, mayEdit, refused } = useEditor();
  const rows = document.knowledge ?? [];
  const count = scripted || !mayEdit ? rows.length : rows.length + 1;
  const add = () => change(setAt(document, ["knowledge"], [...rows, { question: {}, answer: {} }]));
  return (
    <Card title={t("flow.p.knowledge")} lead={t("answers.n", { n: rows.length })} aside={<Besides />}>
      <FieldRoot path={[]}>
        <ActionForm
          className="fl-stack"
          call={`/api/v1/bots/${bot}/flow`}
          method="PATCH"
          page={here()}
          revision={String(revision)}
          autoComplete="off"
          done="saved"
          onSubmit={(event) => event.preventDefault()}
        >
          {refused && <Refused />}
          <p className="small quiet">{t("flow.knowledgeHelp")}</p>
          {rows.length === 0 && <Empty icon="book-open" title={t("answers.none")} />}
          {Array.from({ length: count }, (_, at) => (
            <fieldset key={at} className={rows[at] ? "fl-answer" : "fl-answer unscripted"}>
              <legend>{firstText(rows[at]?.question, language) || t("flow.questionOf", { n: at + 1 })}</legend>
              <Wordings at={at} />
              {rows[at] && mayEdit && (
                <>
                  <IconButton
                    icon="trash"
                    size={16}
                    className="scripted fl-remove"
                    label={t("common.remove", { what: firstText(rows[at].question, language) })}
                    onClick={() => change(setAt(document, ["knowledge", at], undefined))}
                  />
                  {!scripted && (
                    <label className="choice unscripted">
                      <ChoiceInput type="checkbox" name={`knowledge.${at}.remove`} value="1" />
                      <span>{t("common.remove", { what: firstText(rows[at].question, language) })}</span>
                    </label>
                  )}
                </>
              )}
            </fieldset>
          ))}
          {mayEdit && (
            <>
              <button type="button" className="fl-add scripted" onClick={add}>
                <Icon name="plus" size={14} />
                {t("flow.addAnswer")}
              </button>
              <p className="unscripted">
                <Button type="submit" variant="primary">
                  {t("flow.savePart")}
                </Button>
              </p>
            </>
          )}
        </ActionForm>
      </FieldRoot>
    </Card>
  );
}

/** The wordings of a question and its answer behind the answer, open where something is missing, wrong or refused. */
function Wordings({ at }: { at: number }) {
  const t = useText();
  const { document, language, issues, refused } = useEditor();
  const { question, answer } = document.knowledge?.[at] ?? {};
  const first = firstText(answer, language);
  const isOpen = Boolean(refused) || !first || !firstText(question, language);
  const [startsOpen] = useState(isOpen || issues.some(({ path }) => path.startsWith(`knowledge/${at}/`)));
  return (
    <details className="fl-stack" open={startsOpen}>
      <summary dir="auto">{first || t("flow.answered")}</summary>
      <TextsField isNamed name={`knowledge.${at}.question`} label={t("flow.asked")} rows={1} />
      <TextsField isNamed name={`knowledge.${at}.answer`} label={t("flow.answered")} />
    </details>
  );
}
