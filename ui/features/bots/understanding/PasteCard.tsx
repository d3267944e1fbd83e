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
import { ColumnsTable } from "./ColumnsTable";
import { addPhrases, bare, languageOf, LONGEST, owners } from "./phrases";
import type { understandingGrammar } from "./query";
import { MOST_TEXTS, type Parsed } from "./types";
import { usePasted, type PastedLine } from "./usePasted";

/** How long one may pause before lines are read. */
const PAUSE_MS = 500;

/** What a line is: new, there, nearer to another intent, in a language or of an intent the bot has not, or too long. */
interface Line extends PastedLine {
  language: string;
  /** The intent it goes to. */
  to: string;
  kind: "new" | "there" | "near" | "foreign" | "unknown" | "long";
  /** The other intent. */
  other?: string;
}

const SIGNS: Readonly<Record<Line["kind"], IconName>> = {
  new: "plus",
  there: "minus",
  near: "triangle-alert",
  foreign: "triangle-alert",
  unknown: "triangle-alert",
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
  const pasted = usePasted(text);
  const isSheet = pasted.separator !== "";
  const read = useRead(
    bot,
    pasted.lines.map((line) => line.text).filter((phrase) => phrase.length <= LONGEST),
  );
  const ownerInText = new Map<string, string>();
  const lines: Line[] = pasted.lines.map((line) => {
    const { key, text: phrase, noIntent, noLanguage } = line;
    const parsed = read.get(phrase);
    const to = line.intent ?? into;
    const owner = ownerByPhrase.get(bare(phrase)) ?? ownerInText.get(bare(phrase));
    if (!ownerInText.has(bare(phrase))) ownerInText.set(bare(phrase), to);
    const own = spoken[key] ?? line.language ?? languageOf(document, phrase, parsed?.language ?? null);
    const entry = { ...line, to, language: own };
    if (phrase.length > LONGEST) return { ...entry, kind: "long" };
    if (noIntent !== undefined) return { ...entry, kind: "unknown" };
    if (owner === to) return { ...entry, kind: "there" };
    const other = owner ?? (parsed?.band === "accept" && parsed.intent?.name !== to ? parsed.intent?.name : undefined);
    if (other) return { ...entry, kind: "near", other };
    const isOwn = languages.includes(own) && (noLanguage === undefined || Object.hasOwn(spoken, key));
    return { ...entry, kind: isOwn ? "new" : "foreign" };
  });
  const news = lines.filter(({ kind }) => kind === "new");
  const undecided = lines.filter(({ kind }) => ["near", "foreign", "unknown"].includes(kind));
  const open = lines.filter(
    (line) => line.kind === "long" || (undecided.includes(line) && !Object.hasOwn(decided, line.key)),
  );
  const write = (next: string) => {
    if (next.trim() === "") pasted.keepReading(false);
    setText(next);
  };
  const closed = here({ paste: undefined });
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (pasted.isAsked) return;
    const chosen = [
      ...news.map((line) => ({ line, to: line.to })),
      ...undecided.map((line) => ({ line, to: decided[line.key] })),
    ];
    change(chosen.reduce((now, { line, to }) => (to ? addPhrases(now, to, [line]) : now), document));
    pasted.keepReading(isSheet && open.length > 0);
    setText(open.map((line) => line.source).join("\n"));
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
              onChange={(event) => write(event.target.value)}
            />
            {scripted && (
              <input
                type="file"
                className="input"
                accept=".txt,.csv,.tsv"
                aria-label={t("understanding.phraseFile")}
                onChange={(event) => void event.target.files?.[0]?.text().then(write)}
              />
            )}
          </div>
          {text.trim() !== "" && (isSheet || pasted.separators.length > 1) && (
            <ColumnsTable
              separators={pasted.separators}
              separator={pasted.separator}
              onSeparator={pasted.setSeparator}
              rows={pasted.rows}
              roles={pasted.roles}
              onRole={pasted.setRole}
              heading={pasted.heading}
              onHeading={pasted.setHeading}
            />
          )}
          <ul className="in-lines" aria-live="polite">
            {lines.map((line) => (
              <li key={line.key} className={`in-is-${line.kind}`}>
                <Icon name={SIGNS[line.kind]} size={16} />
                <bdi>{line.text}</bdi>
                <select
                  className="in-small"
                  aria-label={t("understanding.languageOf", { phrase: line.text })}
                  value={line.language}
                  onChange={(event) => speak({ ...spoken, [line.key]: event.target.value })}
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
                    value={decided[line.key] ?? "?"}
                    onChange={(event) => decide({ ...decided, [line.key]: event.target.value })}
                  >
                    <option value="?" disabled>
                      {line.kind === "unknown"
                        ? t("understanding.cols.noIntent", { name: line.noIntent ?? "" })
                        : line.other
                          ? t("understanding.nearer", { name: titleOf(line.other) })
                          : t("understanding.foreign", { language: line.noLanguage ?? languageName(line.language) })}
                    </option>
                    <option value={line.to}>{t("understanding.addTo", { name: titleOf(line.to) })}</option>
                    {line.other && (
                      <option value={line.other}>{t("understanding.addTo", { name: titleOf(line.other) })}</option>
                    )}
                    <option value="">{t("understanding.leaveOut")}</option>
                  </select>
                ) : (
                  <span className="small">
                    {line.kind === "long"
                      ? t("understanding.tooLong", { n: LONGEST })
                      : line.kind === "there"
                        ? t("understanding.there")
                        : line.intent === undefined
                          ? t("understanding.new")
                          : t("understanding.addTo", { name: titleOf(line.to) })}
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
              ? t("understanding.addN", { n: news.length + undecided.filter((line) => decided[line.key]).length })
              : t("understanding.add")}
          </Button>
        </div>
      </ActionForm>
    </Card>
  );
}
