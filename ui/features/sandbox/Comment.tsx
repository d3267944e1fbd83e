/** A tester's comment on a turn of the conversation that is read. */
import { ActionForm, Button, Icon, Pill, useCan } from "../../components";
import type { Shape } from "../../api";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { sandboxGrammar } from "./query";
import type { Sandbox } from "./types";

/** What it says, by whom, and whether it is done. */
export function Comment({ data, comment }: { data: Sandbox; comment: Shape<"TesterComment"> }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof sandboxGrammar>();
  const isDone = comment.done_at !== null;
  return (
    <div className={isDone ? "sb-comment done" : "sb-comment"} id={`c${comment.id}`}>
      <p dir="auto">
        <Icon name="message-circle" size={14} /> {comment.text}
      </p>
      <p className="small quiet">
        <bdi>{comment.author || t("sandbox.tester")}</bdi> · {f.dateTime(comment.created_at)}
      </p>
      <div className="row">
        {isDone && (
          <Pill tone="good">{t("sandbox.commentDone", { name: `\u2068${comment.done_by ?? ""}\u2069` })}</Pill>
        )}
        {can("update", "Bot") && (
          <ActionForm
            call={`/api/v1/bots/${data.bot}/test-comments/${comment.id}`}
            method="PATCH"
            page={`${here()}#c${comment.id}`}
            revision={String(comment.revision)}
          >
            <input type="hidden" name="done" value={isDone ? "false" : "true"} />
            <Button type="submit" size="s" icon={isDone ? "undo-2" : "check"}>
              {t(isDone ? "sandbox.reopenComment" : "sandbox.tickComment")}
            </Button>
          </ActionForm>
        )}
      </div>
    </div>
  );
}
