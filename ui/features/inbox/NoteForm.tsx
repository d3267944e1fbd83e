/** A note for colleagues, in place of the answer. */
import { ActionForm, Button } from "../../components";
import { TextArea } from "../../components/fields";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { inboxGrammar } from "./query";
import { MESSAGE_LENGTH, type HandoffDetail } from "./types";

/** The form; what was refused stays in it. */
export function NoteForm({ handoff }: { handoff: HandoffDetail }) {
  const t = useText();
  const { form, here } = usePage<typeof inboxGrammar, "id">();
  const call = `/api/v1/handoffs/${handoff.id}/notes`;
  const problem = form && form.problem.status >= 400 && form.problem.instance === call ? form : null;
  return (
    <ActionForm
      className="ib-note-form"
      call={call}
      page={here()}
      then={here({ write: undefined, reply: undefined })}
      done="noted"
    >
      <TextArea
        label={t("inbox.note")}
        name="text"
        rows={2}
        dir="auto"
        maxLength={MESSAGE_LENGTH}
        help={t("inbox.noteHelp")}
        defaultValue={problem?.values.text ?? ""}
        error={problem?.problem.errors?.text?.join(" ") ?? problem?.problem.detail}
        required
      />
      <Button type="submit">{t("inbox.addNote")}</Button>
    </ActionForm>
  );
}
