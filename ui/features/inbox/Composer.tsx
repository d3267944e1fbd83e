/**
 * The answer to the visitor: Enter sends, Shift and Enter break the line, / in the empty box chooses a ready text; what
 * is written stays until it has arrived.
 */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { isProblem, NO_ANSWER } from "../../api";
import { fresh } from "../../api/transport";
import { ActionForm } from "../../components";
import { MessageBox } from "../../components/fields/MessageBox";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { inboxApi } from "./api";
import type { inboxGrammar } from "./query";
import { INBOX, MESSAGE_LENGTH, type HandoffDetail } from "./types";
import { useDraft } from "./useDraft";

const TextMenu = later(() => import("../../components/fields/TextMenu"), "TextMenu");
const TextChoice = later(() => import("../../components/fields/TextMenu"), "TextChoice");

/** The form; without script it is sent as one. */
export function Composer({ handoff, refused }: { handoff: HandoffDetail; refused: string }) {
  const t = useText();
  const scripted = useScripted();
  const { form, here, query, session } = usePage<typeof inboxGrammar, "id">();
  const { data: offered } = inboxApi.useHandoffTextsQuery(handoff.id);
  const texts = (offered?.texts ?? []).map((text) => ({ ...text, id: text.key, name: text.key }));
  const chosen = texts.find(({ key }) => key === query.reply)?.text ?? "";
  const ready = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const [draft, type] = useDraft(session.user?.id ?? "", handoff.id);
  const [failed, setFailed] = useState("");
  const [say, { isLoading }] = inboxApi.useSayInHandoffMutation();
  // A text that is tried again goes under the same key, so that it is said once.
  const tried = useRef({ text: "", key: "" });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const text = draft.trim();
    if (!text || isLoading) return;
    if (tried.current.text !== text) tried.current = { text, key: fresh() };
    const { error } = await say({ id: handoff.id, text, key: tried.current.key });
    if (!error) {
      tried.current = { text: "", key: "" };
      setFailed("");
      return type("");
    }
    const problem = isProblem(error) ? error : { status: 500 };
    setFailed(
      problem.status === NO_ANSWER
        ? t("inbox.offline")
        : (problem.errors?.text?.join(" ") ?? problem.detail ?? t("inbox.notSent")),
    );
  };
  // Who chose before there was a script finds the text in the box all the same.
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current && chosen && !draft) type(chosen);
    begun.current = true;
  }, [chosen, draft, type]);
  const put = (text: string) => {
    type(draft.trim() ? `${draft.trimEnd()} ${text}` : text);
    // After the menu has given the focus back.
    requestAnimationFrame(() => box.current?.focus());
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) void send(event);
    if (event.key !== "/" || draft || event.nativeEvent.isComposing || texts.length === 0) return;
    event.preventDefault();
    ready.current?.querySelector("button")?.click();
  };
  return (
    <>
      {texts.length > 0 && (
        <div className="tk-ready">
          <TextChoice
            label={t("inbox.texts")}
            act={t("inbox.putText")}
            texts={texts}
            name="reply"
            chosen={query.reply}
            action={`${INBOX}/${handoff.id}`}
            besides={{ state: query.state === "open" ? "" : query.state, queue: query.queue, outlet: query.outlet }}
          />
        </div>
      )}
      <ActionForm
        className="tk-write"
        call={`/api/v1/handoffs/${handoff.id}/messages`}
        page={here({ reply: undefined })}
        onSubmit={(event) => void send(event)}
      >
        <MessageBox
          box={box}
          label={t("inbox.replyTo", { who: handoff.contact.name || t("inbox.nobody") })}
          placeholder={t(scripted && texts.length > 0 ? "inbox.replyOrSlash" : "inbox.reply")}
          draft={draft}
          onType={type}
          initial={form?.values.text ?? chosen}
          longest={MESSAGE_LENGTH}
          left={t("inbox.charactersLeft")}
          send={t("inbox.send")}
          onKeyDown={press}
          wrong={failed || refused}
          isBusy={isLoading}
        >
          {scripted && texts.length > 0 && (
            <span ref={ready}>
              <TextMenu label={t("inbox.texts")} texts={texts} onChoose={put} />
            </span>
          )}
        </MessageBox>
      </ActionForm>
    </>
  );
}
