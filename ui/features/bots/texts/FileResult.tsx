/** What a file of texts holds: how much it changes, what is wrong or left out, and the way back. */
import { ActionForm, Button, Notice } from "../../../components";
import { Checkbox } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useEditor } from "../document/editor";
import type { TextsImport } from "./api";

const MOST = 20;
/** How many conflicts can be chosen from one file. */
const MOST_CHOSEN = 200;

/** The counts of a file that was checked or imported, and each row that is wrong or refused. */
export function FileResult({ checked }: { checked: TextsImport }) {
  const t = useText();
  const f = useFormat();
  const { form, here } = usePage();
  const { bot, mayEdit } = useEditor();
  const { errors, skipped, changes } = checked;
  const isWrong = errors.length > 0;
  const isDone = form?.problem.status === 201;
  const count = (state: string) => skipped.filter((text) => text.state === state).length;
  const refused = skipped.filter(({ state }) => state !== "conflict");
  return (
    <Notice
      tone={isWrong || skipped.length > 0 ? "warn" : "good"}
      focus
      title={
        isWrong
          ? t("texts.wrongRows", { n: errors.length })
          : t(isDone ? "texts.tookIn" : "texts.wouldTake", { n: changes })
      }
      actions={
        isDone &&
        changes > 0 &&
        mayEdit && (
          <ActionForm call={`/api/v1/bots/${bot}/flow/backup`} page={here()} done="importUndone">
            <Button type="submit" size="s" icon="undo-2">
              {t("texts.undoImport")}
            </Button>
          </ActionForm>
        )
      }
    >
      {!isWrong && (
        <p className="small">
          {t("texts.found", { new: f.number(checked.new), changed: f.number(changes - checked.new) })}
          {skipped.length > 0 && (
            <>
              <br />
              {t("texts.leftOut", {
                conflicts: f.number(count("conflict")),
                refused: f.number(count("refused")),
                unknown: f.number(count("unknown")),
              })}
            </>
          )}
        </p>
      )}
      {(isWrong || refused.length > 0) && (
        <ul className="btx-wrong">
          {errors.slice(0, MOST).map(({ row, field, message }) => (
            <li key={`${row} ${field}`}>
              {t("texts.row", { n: f.number(row) })} <code dir="ltr">{field}</code> {message}
            </li>
          ))}
          {refused.slice(0, MOST).map(({ key, message }, at) => (
            <li key={`${at} ${key}`}>
              <code dir="ltr">{key}</code> {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** Translations of texts that have changed since the file was made: those that are ticked are imported too. */
export function Conflicts({ of: { skipped } }: { of: TextsImport }) {
  const t = useText();
  const { document } = useEditor();
  const conflicts = skipped.filter(({ state }) => state === "conflict").slice(0, MOST_CHOSEN);
  if (conflicts.length === 0) return null;
  return (
    <ChoiceGroup legend={t("texts.conflicts")} help={t("texts.conflictsHelp")} className="btx-conflicts">
      {conflicts.map(({ key, source, target }) => (
        <Checkbox
          key={key}
          name="conflicts"
          value={key}
          label={
            <span className="btx-conflict rows breaks">
              <code dir="ltr">{key}</code>
              <bdi lang={document.languages[0]}>{source}</bdi>
              <bdi>{target}</bdi>
            </span>
          }
        />
      ))}
    </ChoiceGroup>
  );
}
