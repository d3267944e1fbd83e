/** The form of a mail: kept while one types, sent by a button or Ctrl and Enter. */
import { useFirstError } from "../../../components/forms/useFirstError";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Button, Icon, IconButton, Notice } from "../../../components";
import { Field } from "../../../components/fields";
import { submitPath } from "../../../components/ActionForm";
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { later, useGo, usePage } from "../../../page";
import { AddressField } from "./AddressField";
import { mailApi } from "./api";
import { Files } from "./Files";
import { COMPOSE, composePath, listPath } from "./places";
import type { composeGrammar } from "./query";
import type { Do, Mail, MailFile, MailSent, MailsDone, NewMail, Typed } from "./types";
import { useDraft, type DraftState } from "./useDraft";
import { useReady } from "./useReady";

const Conflict = later(() => import("./Waiting"), "Conflict");
const TextMenu = later(() => import("../../../components/fields/TextMenu"), "TextMenu");
const TextChoice = later(() => import("../../../components/fields/TextMenu"), "TextChoice");
const FileDrop = later(() => import("../../../components/files/FileDrop"), "FileDrop");
const FORM = "compose";
const MAX_FILE = 5 * 2 ** 20;
const KINDS = "image/png,image/jpeg,image/webp,image/gif,.pdf,.docx,.xlsx,.pptx,.zip,.csv,.txt,.ics";

interface Props {
  draft: Mail | undefined;
  typed: Typed;
  extra: Pick<NewMail, "answers" | "kind">;
  who: string;
  isAnswer: boolean;
  forwarded: boolean;
  /** What a mail that is forwarded brings along, until there is a draft of its own. */
  brings: readonly MailFile[];
}

/** The form, its files and its buttons. */
export function Composer({ draft: first, typed: start, extra, who, isAnswer, forwarded, brings }: Props) {
  const t = useText();
  const go = useGo();
  const { show } = useToast();
  const dispatch = useDispatch() as <Data = Mail>(action: unknown) => Promise<{ data?: Data; error?: unknown }>;
  const { form, query } = usePage<typeof composeGrammar>();
  const scripted = useScripted();
  const { typed, type, draft, state, restored, theirs, settle, save, finish, reopen, adopt } = useDraft({
    draft: first,
    typed: start,
    extra,
    who,
  });
  const texts = useReady(typed.to);
  const [problem, setProblem] = useState<Problem | null>(form?.problem ?? null);
  useFirstError(problem);
  const [busy, setBusy] = useState(false);
  const [attaching, setAttaching] = useState(forwarded);
  const [uploading, setUploading] = useState(false);
  const text = useRef<HTMLTextAreaElement>(null);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A refused form has its own field to begin at.
    if (form) return;
    // A moment later: a new page gives the focus to its whole content first.
    const frame = requestAnimationFrame(() => {
      if (!isAnswer) return element.current?.querySelector<HTMLElement>("[name=to]")?.focus();
      text.current?.focus();
      text.current?.setSelectionRange(0, 0);
    });
    return () => cancelAnimationFrame(frame);
  }, [isAnswer, form]);
  const page = composePath(
    draft
      ? { draft: draft.id }
      : extra.answers
        ? { answers: extra.answers, ...(extra.kind && { kind: extra.kind }) }
        : {},
  );
  const at = draft ? `/api/v1/mail/drafts/${draft.id}` : "/api/v1/mail/drafts";
  const own = draft
    ? ({ call: at, method: "PATCH", page, revision: String(draft.revision), done: "draft" } as const)
    : ({ call: at, page } as const);
  const sending = draft
    ? { call: `${at}/send`, page, revision: String(draft.revision) }
    : { call: "/api/v1/mail/messages", page };
  // Refused for its missing text, it is sent without one the second time.
  const mode = problem?.errors?.text ? "undoable_empty" : "undoable";
  const refuse = (error: unknown) => {
    reopen();
    setProblem(isProblem(error) ? error : { status: 500 });
  };
  const unsend = async ({ id, revision }: Mail) => {
    const { data, error } = await dispatch(mailApi.endpoints.unsendDraft.initiate({ id, revision }));
    if (!data)
      return show({
        tone: "bad",
        title: t("email.notUndone"),
        text: (isProblem(error) && error.detail) || t("email.failed"),
      });
    go(composePath({ draft: id }));
    show({ text: t("email.done.unsent") });
  };
  const send = async () => {
    const unreached = element.current?.querySelector<HTMLElement>(
      "[aria-invalid=true]:is([name=to], [name=cc], [name=bcc])",
    );
    if (unreached && !problem?.errors?.[unreached.getAttribute("name") ?? ""]) return unreached.focus();
    if (busy) return;
    // The page that sends them ends with the sending.
    if (uploading) return setProblem({ status: 409, code: "uploading", detail: t("email.uploading") });
    setBusy(true);
    const draft = await save();
    if (!draft) {
      setBusy(false);
      return setProblem({ status: NO_ANSWER });
    }
    finish();
    const { data, error } = await dispatch<MailSent>(
      mailApi.endpoints.sendDraft.initiate({ id: draft.id, revision: draft.revision, values: { mode } }),
    );
    setBusy(false);
    if (!data) return refuse(error);
    go(listPath("inbox"));
    const undoSeconds = data.undo_seconds ?? 0;
    show({
      tone: "info",
      text: t("email.sending", { n: undoSeconds }),
      lasts: undoSeconds * 1000,
      action: { label: t("email.undo"), do: () => void unsend(data) },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name } = ((event.nativeEvent as SubmitEvent).submitter ?? {}) as HTMLButtonElement;
    void (name === "keep" ? save() : send());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  /** Enter goes on to the text: only the button and its keys send. */
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    text.current?.focus();
  };
  const attach = async () => {
    if (await save()) setAttaching(true);
    else setProblem({ status: NO_ANSWER });
  };
  /** Where the cursor is, in the place of what is marked. */
  const put = (ready: string) => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = text.current ?? {};
    type({ text: typed.text.slice(0, from) + ready + typed.text.slice(to) });
    // After the menu has given the focus back, and the field its text.
    requestAnimationFrame(() => {
      text.current?.focus();
      text.current?.setSelectionRange(from + ready.length, from + ready.length);
    });
  };
  const discard = async () => {
    // What is only in this browser so far goes to the trash too, from where it can be taken back.
    const draft = await save();
    finish();
    const change = (ids: string[], act: Do) =>
      dispatch(mailApi.endpoints.changeMails.initiate({ ids, do: act })) as Promise<{
        data?: MailsDone;
        error?: unknown;
      }>;
    if (draft) {
      const { data, error } = await change([draft.id], "trash");
      if (!data) return refuse(error);
      const undo = () => data.undo.forEach((step) => void change(step.ids, step.do));
      show({ text: t("email.trashed", { n: 1 }), action: { label: t("email.undo"), do: undo } });
    }
    go(listPath("inbox"));
  };
  const detach = async (file: string) => {
    const draft = await save();
    if (!draft) return;
    const { data, error } = await dispatch(
      mailApi.endpoints.detach.initiate({ id: draft.id, revision: draft.revision, file }),
    );
    if (data) adopt(data);
    else refuse(error);
  };
  const errors = problem?.errors ?? {};
  const more = typed.cc || typed.bcc || errors.cc || errors.bcc;
  const field = (name: keyof Typed) => (value: string) => type({ [name]: value });
  return (
    // The keys are those of the fields within.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="mail-compose" ref={element} onKeyDown={press}>
      <header>
        <h1 id="compose-title">{t(isAnswer ? "email.reply" : forwarded ? "email.forward" : "email.compose")}</h1>
        <Kept state={state} draft={draft} />
      </header>
      {theirs && <Conflict theirs={theirs} settle={settle} />}
      {restored && !theirs && (
        <Notice tone="info" icon="history" title={t("email.restoredTitle")}>
          {t("email.restoredText")}
        </Notice>
      )}
      {problem && !Object.keys(errors).length && problem.status !== 200 && (
        <Notice tone={problem.status === NO_ANSWER ? "quiet" : "bad"} focus title={t("email.notSent")}>
          {problem.status === NO_ANSWER
            ? t("email.notSentOffline")
            : problem.status === 429
              ? t("email.notSentMany")
              : problem.detail}
        </Notice>
      )}
      <ActionForm id={FORM} className="stack" {...own} refused={problem} onSubmit={submit}>
        {/* What Enter presses in a line of text, where no script says otherwise. */}
        <button type="submit" name="keep" hidden tabIndex={-1}>
          {t("email.keepDraft")}
        </button>
        {!draft && extra.answers && (
          <>
            <input type="hidden" name="answers" value={extra.answers} />
            <input type="hidden" name="kind" value={extra.kind ?? "reply"} />
          </>
        )}
        <AddressField label={t("email.head.to")} name="to" value={typed.to} onText={field("to")} />
        <details className="mail-more" open={more ? true : undefined}>
          <summary>{t("email.copies")}</summary>
          <div className="stack">
            <AddressField label={t("email.head.cc")} name="cc" value={typed.cc} onText={field("cc")} />
            <AddressField
              label={t("email.head.bcc")}
              name="bcc"
              value={typed.bcc}
              onText={field("bcc")}
              help={t("email.bccHelp")}
            />
          </div>
        </details>
        <Field
          label={t("email.subject")}
          name="subject"
          maxLength={300}
          dir="auto"
          autoComplete="off"
          value={typed.subject}
          onKeyDown={goOn}
          onChange={(event) => type({ subject: event.target.value })}
        />
        <div className="field">
          <div className="field-head">
            <label htmlFor="compose-text">{t("email.text")}</label>
          </div>
          <textarea
            ref={text}
            id="compose-text"
            className="input"
            name="text"
            rows={14}
            dir="auto"
            maxLength={50_000}
            aria-describedby="compose-note"
            aria-invalid={errors.text ? true : undefined}
            value={typed.text}
            onChange={(event) => type({ text: event.target.value })}
          />
          <p className={errors.text ? "field-error" : "field-help"} id="compose-note">
            {errors.text?.join(" ") ?? t("email.textHelp")}
          </p>
        </div>
      </ActionForm>
      {texts.length > 0 && (
        <div className="field">
          <TextChoice
            label={t("email.texts")}
            act={t("email.putText")}
            texts={texts}
            name="ready"
            chosen={query.ready}
            action={COMPOSE}
            besides={{ draft: draft?.id ?? "", answers: draft ? "" : (extra.answers ?? ""), kind: extra.kind ?? "" }}
          />
          <p className="field-help tm-choice flex">{t("email.textsHelp")}</p>
        </div>
      )}
      {!draft && <Files files={brings} />}
      {draft && (
        <Files
          files={draft.attachments}
          aside={(file) => (
            <ActionForm
              call={`${at}/attachments/${file.id}`}
              method="DELETE"
              page={page}
              revision={String(draft.revision)}
              onSubmit={(event) => {
                event.preventDefault();
                void detach(file.id);
              }}
            >
              <IconButton type="submit" icon="x" size={16} label={t("email.detach", { what: file.name })} />
            </ActionForm>
          )}
        />
      )}
      {draft && (attaching || !scripted) && (
        <FileDrop
          label={t("email.attach")}
          call={`${at}/attachments`}
          name="file"
          accept={KINDS}
          maxBytes={MAX_FILE}
          multiple
          page={page}
          onBusy={(busy) => {
            setUploading(busy);
            setProblem((last) => (last?.code === "uploading" ? null : last));
          }}
          onDone={(answer) => adopt(answer as Mail)}
        />
      )}
      <footer className="mail-send row">
        <Button
          type="submit"
          form={FORM}
          name="mode"
          value={mode}
          variant="primary"
          icon="send"
          busy={busy}
          formAction={submitPath(sending)}
          title={t("email.sendKeys")}
        >
          {t("email.send")}
        </Button>
        {scripted ? (
          !(attaching && draft) && (
            <Button icon="paperclip" onClick={() => void attach()}>
              {t("email.attach")}
            </Button>
          )
        ) : (
          <Button type="submit" form={FORM} name="" formAction={submitPath(own)}>
            {t(draft ? "email.keepDraft" : "email.keepAttach")}
          </Button>
        )}
        {scripted && texts.length > 0 && <TextMenu label={t("email.texts")} texts={texts} onChoose={put} />}
        <span className="mail-gap" />
        {draft ? (
          <ActionForm
            call="/api/v1/mail/many"
            page={listPath("draft")}
            done="changed"
            onSubmit={(event) => {
              event.preventDefault();
              void discard();
            }}
          >
            <input type="hidden" name="ids[]" value={draft.id} />
            <Button type="submit" name="do" value="trash" variant="quiet" icon="trash">
              {t("email.discard")}
            </Button>
          </ActionForm>
        ) : (
          scripted && (
            <Button variant="quiet" icon="trash" onClick={() => void discard()}>
              {t("email.discard")}
            </Button>
          )
        )}
      </footer>
    </div>
  );
}

/** How far the draft is kept. */
function Kept({ state, draft }: { state: DraftState; draft: Mail | undefined }) {
  const t = useText();
  const f = useFormat();
  // i18n: email.state.*
  const text =
    state === "new"
      ? ""
      : state === "saved" && draft
        ? t("email.state.savedAt", { at: f.time(draft.at) })
        : t(`email.state.${state}`);
  const bad = state === "offline" || state === "failed" || state === "stale";
  return (
    <p className={bad ? "mail-kept small bad" : "mail-kept small quiet"} role="status">
      {text && (
        <>
          {bad && <Icon name="cloud-off" size={14} />}
          {text}
        </>
      )}
    </p>
  );
}
