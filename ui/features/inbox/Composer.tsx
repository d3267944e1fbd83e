/**
 * The answer to the visitor: Enter sends, Shift and Enter break the line, in the empty box / chooses a ready text and 1
 * to 3 put in one of the first; what is written stays until it has arrived.
 */
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { isProblem, NO_ANSWER } from "../../api";
import { fresh } from "../../api/transport";
import { ActionForm, Button } from "../../components";
import { MessageBox } from "../../components/fields/MessageBox";
import { useKeys } from "../../hooks/useKeys";
import { useScripted } from "../../hooks/useScripted";
import { useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import { inboxApi } from "./api";
import type { inboxGrammar } from "./query";
import { INBOX, MESSAGE_LENGTH, type HandoffDetail } from "./types";
import { useDraft } from "./useDraft";

const TextMenu = later(() => import("../../components/fields/TextMenu"), "TextMenu");
const TextChoice = later(() => import("../../components/fields/TextMenu"), "TextChoice");

/** How many ready texts have a key of their own. */
const AT_HAND = 3;

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
  const atHand = texts.slice(0, AT_HAND);
  const putFirst = (index: number) => {
    const text = draft ? undefined : atHand[index]?.text;
    if (text) put(text);
    return text !== undefined;
  };
  useKeys({ "1": () => putFirst(0), "2": () => putFirst(1), "3": () => putFirst(2) });
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === "Enter" && !event.shiftKey) void send(event);
    const index = ctrlKey || metaKey || altKey ? -1 : "123".indexOf(key);
    if (index >= 0 && atHand[index]?.text === draft && draft) {
      // An answer that begins with the digit itself.
      event.preventDefault();
      type(key);
    } else if (index >= 0 && putFirst(index)) event.preventDefault();
    if (key !== "/" || draft || texts.length === 0) return;
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
      {scripted && atHand.length > 0 && (
        <div className="ib-hand flex gap-8" role="group" aria-label={t("inbox.texts")}>
          {atHand.map(({ id, name, text }, index) => (
            <Button key={id} size="s" title={text} onClick={() => put(text)}>
              <bdi>{name}</bdi>
              <kbd aria-hidden="true">{index + 1}</kbd>
            </Button>
          ))}
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
