/** Many phrases at once: each line is checked while one types, and what is nearer to another intent is decided. */
import { useEffect, useId, useState, type FormEvent } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Button, Card, Icon, type IconName } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { ChoiceList } from "../../../components/forms/controls";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { EditorLink, useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { intentTitle } from "../document/outline";
import { phraseLanguages } from "../document/types";
import { understandingApi } from "./api";
import { addPhrases, bare, languageOf, LONGEST, owners, pastedLines } from "./phrases";
import type { understandingGrammar } from "./query";
import { MOST_TEXTS, type Parsed } from "./types";

/** How long one may pause before lines are read. */
const PAUSE_MS = 500;

/** What a line is: new, there already, nearer to another intent, in a language the bot has not, or too long. */
interface Line {
  text: string;
  language: string;
  kind: "new" | "there" | "near" | "foreign" | "long";
  /** The other intent. */
  other?: string;
}

const SIGNS: Readonly<Record<Line["kind"], IconName>> = {
  new: "plus",
  there: "minus",
  near: "triangle-alert",
  foreign: "triangle-alert",
  long: "circle-alert",
};

/** What the model says of lines, by line; nothing where it does not answer. */
function useRead(bot: string, texts: readonly string[]): ReadonlyMap<string, Parsed> {
  const dispatch = useDispatch() as (action: unknown) => unknown;
  const [read, setRead] = useState<ReadonlyMap<string, Parsed>>(new Map());
  const joined = texts
    .filter((text) => !read.has(text))
    .slice(0, MOST_TEXTS)
    .join("\n");
  useEffect(() => {
    const fresh = joined.split("\n").filter(Boolean);
    if (fresh.length === 0) return;
    let live = true;
    const timer = setTimeout(async () => {
      const sent = dispatch(understandingApi.endpoints.parse.initiate({ bot, texts: fresh }));
      const { data } = (await sent) as { data?: { items: Parsed[] } };
      if (live && data)
        setRead((before) => new Map([...before, ...fresh.map((text, at) => [text, data.items[at]!] as const)]));
    }, PAUSE_MS);
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [bot, joined, dispatch]);
  return read;
}

/** The card: lines at the start, what becomes of each at the end. */
export function PasteCard() {
  const t = useText();
  const f = useFormat();
  const id = useId();
  const go = useGo();
  const scripted = useScripted();
  const languageName = useLanguageName();
  const { query, here } = usePage<typeof understandingGrammar, "id">();
  const { bot, document, language, change } = useEditor();
  const names = Object.keys(document.intents ?? {});
  const { values } = useOwnForm(`/api/v1/bots/${bot}/phrases`);
  const [into, setInto] = useState(values.intent ?? (names.includes(query.intent) ? query.intent : (names[0] ?? "")));
  const [text, setText] = useState(values["phrases[]"] ?? "");
  const [decided, decide] = useState<Readonly<Record<string, string>>>({});
  const [spoken, speak] = useState<Readonly<Record<string, string>>>({});
  const titleOf = (name: string) => intentTitle(document, name, language);
  const ownerByPhrase = owners(document);
  const languages = phraseLanguages(document);
  const texts = pastedLines(text);
  const read = useRead(
    bot,
    texts.filter((line) => line.length <= LONGEST),
  );
  const lines: Line[] = texts.map((phrase) => {
    const parsed = read.get(phrase);
    const owner = ownerByPhrase.get(bare(phrase));
    const entry = { text: phrase, language: spoken[phrase] ?? languageOf(document, phrase, parsed?.language ?? null) };
    if (phrase.length > LONGEST) return { ...entry, kind: "long" };
    if (owner === into) return { ...entry, kind: "there" };
    const other =
      owner ?? (parsed?.band === "accept" && parsed.intent?.name !== into ? parsed.intent?.name : undefined);
    if (other) return { ...entry, kind: "near", other };
    return { ...entry, kind: languages.includes(entry.language) ? "new" : "foreign" };
  });
  const news = lines.filter(({ kind }) => kind === "new");
  const undecided = lines.filter(({ kind }) => kind === "near" || kind === "foreign");
  const open = lines.filter(
    (line) => line.kind === "long" || (undecided.includes(line) && !Object.hasOwn(decided, line.text)),
  );
  const closed = here({ paste: undefined });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const chosen = [
      ...news.map((line) => ({ line, to: into })),
      ...undecided.map((line) => ({ line, to: decided[line.text] })),
    ];
    change(chosen.reduce((now, { line, to }) => (to ? addPhrases(now, to, [line]) : now), document));
    setText(open.map((line) => line.text).join("\n"));
    if (open.length === 0) go(closed, { stays: true, replace: true });
  };
  return (
    <Card
      title={t("understanding.paste")}
      id="paste"
      aside={
        <EditorLink to={closed} className="icon-button" aria-label={t("common.close")} title={t("common.close")}>
          <Icon name="x" />
        </EditorLink>
      }
    >
      <ActionForm
        className="fl-stack"
        call={`/api/v1/bots/${bot}/phrases`}
        page={here()}
        then={closed}
        done="added"
        onSubmit={add}
      >
        <div className="fl-pair">
          <div className="field">
            <label htmlFor={`${id}-into`}>{t("understanding.into")}</label>
            <select
              id={`${id}-into`}
              className="input select"
              name="intent"
              value={into}
              onChange={(event) => setInto(event.target.value)}
            >
              {names.map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </select>
          </div>
          {!scripted && (
            <div className="field">
              <label htmlFor={`${id}-language`}>{t("understanding.phraseLanguage")}</label>
              <ChoiceList id={`${id}-language`} className="input select" name="language">
                {phraseLanguages(document).map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </ChoiceList>
            </div>
          )}
        </div>
        <div className="in-paste">
          <div className="field">
            <label htmlFor={`${id}-text`}>{t("understanding.oneALine")}</label>
            <textarea
              id={`${id}-text`}
              className="input fl-text"
              rows={6}
              name="phrases[]"
              dir="auto"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            {scripted && (
              <input
                type="file"
                className="input"
                accept=".txt,.csv,.tsv"
                aria-label={t("understanding.phraseFile")}
                onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
              />
            )}
          </div>
          <ul className="in-lines" aria-live="polite">
            {lines.map((line) => (
              <li key={line.text} className={`in-is-${line.kind}`}>
                <Icon name={SIGNS[line.kind]} size={16} />
                <bdi>{line.text}</bdi>
                <select
                  className="in-small"
                  aria-label={t("understanding.languageOf", { phrase: line.text })}
                  value={line.language}
                  onChange={(event) => speak({ ...spoken, [line.text]: event.target.value })}
                >
                  {[...new Set([...languages, line.language])].map((code) => (
                    <option key={code} value={code}>
                      {languageName(code)}
                    </option>
                  ))}
                </select>
                {undecided.includes(line) ? (
                  <select
                    className="in-small"
                    aria-label={t("understanding.decide", { phrase: line.text })}
                    value={decided[line.text] ?? "?"}
                    onChange={(event) => decide({ ...decided, [line.text]: event.target.value })}
                  >
                    <option value="?" disabled>
                      {line.other
                        ? t("understanding.nearer", { name: titleOf(line.other) })
                        : t("understanding.foreign", { language: languageName(line.language) })}
                    </option>
                    <option value={into}>{t("understanding.addTo", { name: titleOf(into) })}</option>
                    {line.other && (
                      <option value={line.other}>{t("understanding.addTo", { name: titleOf(line.other) })}</option>
                    )}
                    <option value="">{t("understanding.leaveOut")}</option>
                  </select>
                ) : (
                  <span className="small">
                    {line.kind === "long"
                      ? t("understanding.tooLong", { n: LONGEST })
                      : t(line.kind === "new" ? "understanding.new" : "understanding.there")}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
        <div className="row apart">
          <span className="small quiet">
            {scripted &&
              t("understanding.lines", {
                n: lines.length,
                fresh: f.number(news.length),
                there: f.number(lines.filter(({ kind }) => kind === "there").length),
                open: f.number(open.length),
              })}
          </span>
          <Button type="submit" variant="primary">
            {scripted
              ? t("understanding.addN", { n: news.length + undecided.filter((line) => decided[line.text]).length })
              : t("understanding.add")}
          </Button>
        </div>
      </ActionForm>
    </Card>
  );
}
