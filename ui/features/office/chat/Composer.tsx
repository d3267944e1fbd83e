/** The line for what is to be said: Enter sends, Shift and Enter break the line, and what is typed is kept. */
import { useEffect, useRef, type FormEvent, type KeyboardEvent } from "react";
import { ActionForm } from "../../../components";
import { MessageBox } from "../../../components/fields/MessageBox";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { chatApi } from "./api";
import type { talkGrammar } from "./query";
import { MESSAGE_LENGTH, type TalkPerson } from "./types";
import type { Sending } from "./useSending";

/** How often the other one learns that one is writing. */
const TELL_MS = 3000;
/** Whose conversation was open last. */
let open = "";

/** The form; without script it is sent as one. */
export function Composer({ person, sending }: { person: TalkPerson; sending: Sending }) {
  const t = useText();
  const { form, here } = usePage<typeof talkGrammar, "id">();
  const ref = useRef(0);
  const [tell] = chatApi.useTellTypingMutation();
  const refused =
    form?.problem.status === 429
      ? t("chat.why.many")
      : form?.problem.status
        ? (form.problem.errors?.text?.join(" ") ?? form.problem.detail ?? t("chat.failed"))
        : "";
  const typing = (text: string) => {
    sending.type(text);
    if (!text.trim() || Date.now() - ref.current < TELL_MS) return;
    ref.current = Date.now();
    void tell(person.id);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const text = sending.draft.trim();
    if (!text) return;
    ref.current = 0;
    sending.send(text);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    send(event);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const isNew = open !== person.id;
    open = person.id;
    // Who has just come here from the list writes at once; a telephone would put its keyboard over what was said.
    const clock = setTimeout(
      () =>
        isNew &&
        document.activeElement?.id === "main" &&
        matchMedia("(hover: hover)").matches &&
        field.current?.focus({ preventScroll: true }),
    );
    return () => clearTimeout(clock);
  }, [person.id]);
  return (
    <ActionForm
      className="tk-write"
      call={`/api/v1/chat/people/${person.id}/messages`}
      page={here({ upto: undefined, at: undefined, profile: undefined, me: undefined })}
      onSubmit={send}
    >
      <MessageBox
        box={field}
        label={t("chat.writeTo", { who: person.full_name })}
        placeholder={t("chat.write")}
        draft={sending.draft}
        onType={typing}
        initial={form?.values.text ?? ""}
        longest={MESSAGE_LENGTH}
        left={t("chat.left")}
        send={t("chat.send")}
        onKeyDown={press}
        wrong={refused}
      />
    </ActionForm>
  );
}
