/** One line that adds a task and stays for the next. */
import { useState, type FormEvent } from "react";
import { ActionForm, Button } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { todoGrammar } from "./query";
import type { Tag } from "./types";
import type { Tasks } from "./useTasks";

/** A title is enough; what the list is narrowed to, the new task has too. */
export function QuickAdd({ tasks }: { tasks: Tasks }) {
  const t = useText();
  const { query, form, here, session } = usePage<typeof todoGrammar>();
  const typed = form && !query.task && !query.new ? (form.values.title ?? "") : "";
  const [title, setTitle] = useState(typed);
  const important = query.view === "important";
  const mine = query.view === "mine" ? (session.user?.fullName ?? "") : "";
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const text = title.trim();
    if (!text) return;
    setTitle("");
    const task = await tasks.add({
      title: text,
      ...(query.tag && { tags: [query.tag as Tag] }),
      ...(important && { is_important: true }),
      ...(mine && { assignee: mine }),
    });
    // What could not be added is there again, unless the next one has been begun.
    if (!task) setTitle((now) => now || text);
  };
  return (
    <Guarded refused={typed !== ""}>
      <ActionForm
        className="t-add"
        call="/api/v1/tasks"
        page={here()}
        done="added"
        onSubmit={(event) => void send(event)}
      >
        <input
          className="input"
          name="title"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          maxLength={200}
          required
          autoComplete="off"
          placeholder={t("todo.addPlaceholder")}
          aria-label={t("todo.addLabel")}
        />
        {query.tag && <input type="hidden" name="tags" value={query.tag} />}
        {important && <input type="hidden" name="is_important" value="1" />}
        {mine && <input type="hidden" name="assignee" value={mine} />}
        <Button type="submit" icon="plus">
          {t("todo.add")}
        </Button>
      </ActionForm>
    </Guarded>
  );
}
