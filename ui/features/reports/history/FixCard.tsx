/** What a turn should have been, below it: tried on the working copy before it is kept, and undone there. */
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Icon, Notice } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { submitPath } from "../../../components/ActionForm";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useToast } from "../../../components/toasts/useToast";
import { isProblem } from "../../../api";
import { codeWords } from "../../../lib/codes";
import { useFormat, useText } from "../../../lib/i18n";
import { later, PageLink, usePage } from "../../../page";
import { conversationsApi, fixPath } from "./api";
import { IntentChoice } from "./IntentChoice";
import type { transcriptGrammar } from "./query";
import type { Trace, Transcript, Tried, Turn, Wanted } from "./types";
import { entryOf } from "../../../lib/entryOf";

const NewIntent = later(() => import("./NewIntent"), "NewIntent");

/** What a turn can have been instead. */
const KINDS = ["intent", "value", "answer", "none"] as const;
type Kind = (typeof KINDS)[number];

/** What is in a text for what was taken out of it. */
const MASKED = /\[(?:email|vin|registration|card|phone|number)\]/;

/** The part of what was typed that a kind of fix takes. */
const sent = (what: Kind, typed: Required<Wanted>): Wanted =>
  what === "intent"
    ? { what, intent: typed.intent, phrase: typed.phrase }
    : what === "value"
      ? { what, variable: typed.variable, value: typed.value }
      : what === "answer"
        ? { what, answer: typed.answer }
        : { what };

/** What is said is fixed by readers who may change the bot, where it was written or spoken. */
export function FixCard({ data, turn }: { data: Transcript; turn: Turn }) {
  const message = turn.messages.filter(({ speaker }) => speaker === "user").at(-1);
  if (data.intents.length === 0 || !message || !["text", "speech"].includes(message.kind)) return null;
  const fixed = data.fixed.find((fix) => fix.turn === turn.number);
  // Of each turn a form of its own: what is chosen for one is nothing for the next.
  return (
    <section className="tf" key={`${turn.number}:${fixed?.what ?? ""}:${fixed?.intent ?? ""}`}>
      <FixForm data={data} turn={turn} message={message.text} fixed={fixed} />
    </section>
  );
}

/** The kinds, what each takes, what came of trying it, and what keeps it. */
function FixForm({
  data,
  turn,
  message,
  fixed,
}: {
  data: Transcript;
  turn: Turn;
  message: string;
  fixed: Transcript["fixed"][number] | undefined;
}) {
  const t = useText();
  const { query, here, form } = usePage<typeof transcriptGrammar, "id">();
  const call = fixPath(data.id, turn.number);
  const page = `${here({ turn: turn.number })}#t${turn.number}`;
  const own = useOwnForm(call);
  const trace = turn.trace as Trace | null;
  const masked = MASKED.test(message);
  const scores = Object.fromEntries((trace?.candidates ?? []).map(({ name, confidence }) => [name, confidence]));
  const likely = Object.keys(scores).filter((name) => data.intents.includes(name));
  const names = [...new Set([...likely, ...data.intents])];
  const variables = Object.keys(trace?.variables.after ?? {});
  const [what, setWhat] = useState<Kind>((own.values.what as Kind) ?? fixed?.what ?? (masked ? "none" : "intent"));
  const [typed, setTyped] = useState<Required<Wanted>>({
    what: "intent",
    intent: own.values.intent ?? (fixed?.intent || names[0]!),
    phrase: own.values.phrase ?? message,
    variable: own.values.variable ?? variables[0] ?? "",
    value: own.values.value ?? "",
    answer: own.values.answer ?? "",
  });
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const [tryFix, trying] = conversationsApi.useTryFixMutation();
  const [fixTurn, fixing] = conversationsApi.useFixTurnMutation();
  const notify = useNotice();
  const titleOf = (intent: string) => entryOf(data.titles, intent) ?? codeWords(intent);
  const fix = sent(what, typed);
  const attempt = { id: data.id, turn: turn.number, fix };
  // An intent that was made for this turn is what it should have been.
  const before = useRef(data.intents);
  useEffect(() => {
    const [newest, ...others] = data.intents.filter((name) => !before.current.includes(name));
    before.current = data.intents;
    if (newest && others.length === 0) choose("intent", { intent: newest });
  }, [data.intents]); // eslint-disable-line react-hooks/exhaustive-deps -- only a new list of intents counts
  // What was tried is said until something else is chosen.
  const isTried = JSON.stringify(trying.originalArgs?.fix) === JSON.stringify(fix);
  const tried = isTried ? trying.data : (form?.answer as Tried | undefined);
  const problem = [isTried && trying.error, fixing.originalArgs && fixing.error].find(isProblem);
  const errors = problem?.errors ?? own.errors;
  const failed = problem && Object.keys(errors).length === 0 ? (problem.detail ?? t("reviews.notTried")) : own.failed;
  const set = (changes: Partial<Wanted>) => setTyped((before) => ({ ...before, ...changes }));
  const choose = (kind: Kind, changes: Partial<Wanted> = {}) => {
    const next = { ...typed, ...changes };
    setWhat(kind);
    setTyped(next);
    // What needs nothing typed is tried at once.
    if (kind === "none" || kind === "intent") void tryFix({ ...attempt, fix: sent(kind, next) });
  };
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    const { data: done } = await fixTurn(attempt);
    if (done)
      notify(
        attempt,
        done.what === "intent" && done.added ? { phrase: done.phrase, intent: titleOf(done.intent) } : null,
      );
  };
  const isReady = what === "none" || (what === "intent" ? typed.intent : what === "value" ? typed.value : typed.answer);
  return (
    <>
      <header>
        <h3>{t("reviews.fix")}</h3>
        <span className="small quiet">{t("reviews.onWorkingCopy", { bot: `\u2068${data.bot.name}\u2069` })}</span>
      </header>
      {fixed && <Already call={call} page={page} fixed={fixed} turn={attempt} />}
      <ActionForm call={call} page={page} done="fixed" onSubmit={(event) => void keep(event)}>
        <fieldset className="tf-kinds">
          <legend>{t("reviews.shouldBe")}</legend>
          {KINDS.map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="what"
                value={kind}
                checked={what === kind}
                disabled={masked && (kind === "intent" || kind === "answer")}
                onChange={() => choose(kind)}
              />
              {t(`conversations.what.${kind}`) /* i18n: conversations.what.* */}
            </label>
          ))}
        </fieldset>
        {masked && <p className="small quiet">{t("reviews.maskedText")}</p>}
        <div className="tf-of intent">
          <IntentChoice
            names={names}
            titles={data.titles}
            scores={scores}
            chosen={typed.intent ?? ""}
            onChoose={(intent) => choose("intent", { intent })}
            error={errors.intent}
          />
          <PageLink className="small" to={here({ fix: "new" })}>
            {t("reviews.newIntent")}
          </PageLink>
          <Field
            label={t("reviews.phrase")}
            name="phrase"
            dir="auto"
            maxLength={200}
            autoComplete="off"
            value={typed.phrase}
            onChange={(event) => set({ phrase: event.target.value })}
            help={t("reviews.fixHelp")}
          />
        </div>
        <div className="tf-of value">
          <Select
            label={t("reviews.variable")}
            name="variable"
            value={typed.variable}
            onChange={(event) => set({ variable: event.target.value })}
            options={variables.map((name) => ({ value: name, label: name }))}
          />
          <Field
            label={t("reviews.rightValue")}
            name="value"
            dir="auto"
            maxLength={500}
            autoComplete="off"
            value={typed.value}
            onChange={(event) => set({ value: event.target.value })}
            help={t("reviews.valueHelp")}
          />
        </div>
        <div className="tf-of answer">
          <Field
            label={t("reviews.rightAnswer")}
            name="answer"
            dir="auto"
            maxLength={500}
            autoComplete="off"
            value={typed.answer}
            onChange={(event) => set({ answer: event.target.value })}
            help={t("reviews.answerHelp")}
          />
        </div>
        <p className="tf-of none small quiet">{t("reviews.noneHelp")}</p>
        {failed && <Notice tone="bad">{failed}</Notice>}
        {tried && <Verdict tried={tried} titleOf={titleOf} turn={turn.number} what={what} />}
        <div className="row">
          <Button type="submit" variant="primary" busy={fixing.isLoading} disabled={isAlive && !tried}>
            {t(`conversations.keep.${what}`) /* i18n: conversations.keep.* */}
          </Button>
          <Button
            type="submit"
            busy={trying.isLoading}
            disabled={isAlive && !isReady}
            formAction={submitPath({ call: `${call}/try`, page })}
            onClick={(event) => {
              event.preventDefault();
              void tryFix(attempt);
            }}
          >
            {t(tried ? "reviews.tryAgain" : "reviews.tryIt")}
          </Button>
          <span className="small quiet">{t(isAlive && !tried ? "reviews.tryFirst" : "reviews.nothingLive")}</span>
        </div>
      </ActionForm>
      {query.fix === "new" && <NewIntent bot={data.bot.id} language={data.language} phrase={typed.phrase} />}
    </>
  );
}

/** Say what was fixed in a toast that takes it back. */
function useNotice() {
  const t = useText();
  const { show } = useToast();
  const [undoFix] = conversationsApi.useUndoFixMutation();
  return ({ id, turn }: { id: string; turn: number }, taught: { phrase: string; intent: string } | null) => {
    const undo = async () => {
      const { error } = await undoFix({ id, turn });
      show(error ? { tone: "bad", text: t("reviews.notUndone") } : { text: t("conversations.done.fixUndone") });
    };
    show({
      text: taught ? t("reviews.fixedOne", taught) : t("reviews.fixedCase", { n: turn }),
      action: { label: t("reviews.undoFix"), do: () => void undo() },
    });
  };
}

/** What the turn was fixed as, and the button that takes that back. */
function Already({
  call,
  page,
  fixed,
  turn,
}: {
  call: string;
  page: string;
  fixed: Transcript["fixed"][number];
  turn: { id: string; turn: number };
}) {
  const t = useText();
  const { show } = useToast();
  const [undoFix] = conversationsApi.useUndoFixMutation();
  const undo = async (event: FormEvent) => {
    event.preventDefault();
    const { error } = await undoFix({ id: turn.id, turn: turn.turn });
    show(error ? { tone: "bad", text: t("reviews.notUndone") } : { text: t("conversations.done.fixUndone") });
  };
  return (
    <ActionForm
      call={`${call}/undo`}
      page={page}
      done="fixUndone"
      className="row"
      onSubmit={(event) => void undo(event)}
    >
      <span className="small">
        <Icon name="circle-check" size={16} />{" "}
        {fixed.what === "intent"
          ? t("reviews.fixedAs", { intent: fixed.intent_title ?? codeWords(fixed.intent) })
          : t("reviews.fixedWith", { what: t(`conversations.what.${fixed.what}`) })}
      </span>
      <Button type="submit" size="s" icon="undo-2">
        {t("reviews.undoFix")}
      </Button>
    </ActionForm>
  );
}

/** Whether the turn becomes what it should have been, and what else would change; failing is amber, not forbidden. */
function Verdict({
  tried,
  titleOf,
  turn,
  what,
}: {
  tried: Tried;
  titleOf: (intent: string) => string;
  turn: number;
  what: Kind;
}) {
  const t = useText();
  const f = useFormat();
  const { passed, intent, cases, passing, broken } = tried;
  const name = intent === null ? t("conversations.what.none") : titleOf(intent);
  const outcome = passed
    ? what === "intent"
      ? t("reviews.tried.becomes", { n: turn, intent: name })
      : t("reviews.tried.good", { n: turn })
    : t("reviews.tried.bad", { n: turn, intent: name });
  return (
    <Notice tone={passed && broken.length === 0 ? "good" : "warn"} title={t("reviews.tried.title")}>
      {outcome}{" "}
      {cases === 0
        ? t("reviews.tried.alone")
        : t("reviews.tried.cases", { passing: f.number(passing), cases: f.number(cases) })}{" "}
      {broken.length > 0 && t("reviews.tried.broken", { names: f.list(broken.map((test) => test.name)) })}
    </Notice>
  );
}
