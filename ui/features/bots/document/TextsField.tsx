/** A text in the bot's first language and in another one beside it, with what the narrowest channel shows of it. */
import { lazy, Suspense, useId, useRef, useState, type ReactNode } from "react";
import { Icon, IconButton, useCan } from "../../../components";
import { ActionMenu, MenuAction } from "../../../components/floats/ActionMenu";
import { useScripted } from "../../../hooks/useScripted";
import { TextBox } from "../../../components/forms/controls";
import { useText } from "../../../lib/i18n";
import { setAt } from "./edit";
import { useEditor, useFields } from "./editor";
import { useLanguageName } from "./languageName";
import { lengthOf, LIMITS } from "./limits";
import { asRead, nodeLabel, plainName, variables } from "./outline";
import { Unscripted } from "./fields";
import type { Said, Texts } from "./types";
import "./flow.css";

const SnippetActions = lazy(() =>
  import("./SnippetActions").then(({ SnippetActions }) => ({ default: SnippetActions })),
);

interface Props {
  /** The field's name: `text`, `retry.text`, `options.0.label`. */
  name: string;
  label: string;
  limit?: number;
  rows?: number;
  /** A short text in one line, its languages named once above all rows. */
  bare?: boolean;
  /** Whether several wordings can be given. */
  wordings?: boolean;
  /** Whether the label is seen: not under a heading that says the same. */
  isNamed?: boolean;
  /** What a form without script calls the field, where it is not by its name. */
  sentAs?: string;
}

const listOf = (content: Said | undefined): readonly string[] =>
  content === undefined ? [""] : typeof content === "string" ? [content] : content.length > 0 ? content : [""];

/** The field in both languages. */
export function TextsField({
  name,
  label,
  limit = LIMITS.text,
  rows = 2,
  bare = false,
  wordings = !bare,
  isNamed = false,
  sentAs = name,
}: Props) {
  const { language, beside } = useEditor();
  const texts = useFields().value(name) as Texts | undefined;
  const languageName = useLanguageName();
  const spoken = [language, ...(beside ? [beside] : [])];
  // What is wrong with the text as a whole is wrong with the languages that lack it.
  const lacking = spoken.filter((code) => !lengthOf(listOf(texts?.[code])));
  return (
    <div className={bare ? "fl-texts fl-bare" : "fl-texts"} role="group" aria-label={label}>
      {isNamed && <span className="fl-caption">{label}</span>}
      {spoken.map((code) => (
        <Column
          key={code}
          {...{ name, label, limit, rows, bare, wordings, sentAs }}
          language={code}
          isLacking={lacking.length > 0 ? lacking.includes(code) : code === language}
          title={languageName(code)}
          place={code === language ? "first" : "beside"}
        />
      ))}
      {Object.entries(texts ?? {}).map(([code, content]) =>
        spoken.includes(code)
          ? null
          : listOf(content).map((text, at) => (
              <Unscripted key={`${code}.${at}`} name={`${sentAs}.${code}.${at}`} value={text} />
            )),
      )}
    </div>
  );
}

/** One language of a text: its wordings, each counted. */
function Column({
  name,
  label,
  limit,
  rows,
  bare,
  wordings,
  sentAs,
  language,
  isLacking,
  title,
  place,
}: Required<Omit<Props, "isNamed">> & {
  language: string;
  isLacking: boolean;
  title: string;
  place: "first" | "beside";
}) {
  const t = useText();
  const fields = useFields();
  const id = useId();
  const scripted = useScripted();
  const areas = useRef<HTMLDivElement>(null);
  const { editor } = fields;
  const texts = fields.value(name) as Texts | undefined;
  const own = listOf(texts?.[language]);
  const typed = (at: number) => editor.refused?.values[`${sentAs}.${language}.${at}`];
  const list = own.map((text, at) => typed(at) ?? text);
  const key = `${name}.${language}`;
  const errors = [...fields.errors(key), ...(isLacking ? fields.errors(name) : [])];
  const isMissing = isLacking && fields.errors(name).length > 0;
  const warnings = fields.warnings(key);
  const write = (wordingsNow: readonly string[]) => {
    const value = wordingsNow.length > 1 ? wordingsNow : wordingsNow[0] || undefined;
    const now = setAt(texts ?? {}, [language], value);
    editor.change(setAt(editor.document, fields.full(name), now), `${fields.full(name).join("/")}/${language}`);
  };
  const set = (at: number, text: string) => write(list.map((wording, place) => (place === at ? text : wording)));
  const insert = (variable: string) => {
    const area =
      areas.current?.querySelector<HTMLTextAreaElement>("[data-caret]") ?? areas.current?.querySelector("textarea");
    const at = Number(area?.dataset.at ?? 0);
    const [from, to] = [area?.selectionStart ?? 0, area?.selectionEnd ?? 0];
    const put = `{{${variable}}}`;
    set(at, list[at]!.slice(0, from) + put + list[at]!.slice(to));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + put.length, from + put.length);
    });
  };
  const mark = (area: HTMLElement) => {
    for (const other of areas.current?.querySelectorAll("[data-caret]") ?? []) other.removeAttribute("data-caret");
    area.dataset.caret = "";
    editor.caret(language);
  };
  const count = lengthOf(list);
  return (
    <div className="fl-column" data-place={place} ref={areas}>
      <div className={bare ? "sr" : "field-head"} id={`${id}-label`}>
        <span>
          {bare && `${label}, `}
          {title}
        </span>
      </div>
      {list.map((text, at) => (
        <div className="fl-wording" key={at}>
          <textarea
            className="input fl-text"
            rows={bare ? 1 : rows}
            name={`${sentAs}.${language}.${at}`}
            data-at={at}
            dir="auto"
            lang={language}
            disabled={!editor.mayEdit}
            value={text}
            aria-label={list.length > 1 ? t("flow.wordingOf", { language: title, n: at + 1 }) : undefined}
            aria-labelledby={list.length > 1 ? undefined : `${id}-label`}
            aria-describedby={`${id}-count`}
            aria-invalid={errors.length > 0 && (place === "first" || isMissing) ? true : undefined}
            onFocus={(event) => mark(event.currentTarget)}
            onChange={(event) => set(at, bare ? event.target.value.replace(/\n/g, " ") : event.target.value)}
          />
          <Count n={lengthOf(text)} limit={limit} />
          {list.length > 1 && editor.mayEdit && (
            <IconButton
              icon="x"
              size={16}
              className="scripted"
              label={t("flow.removeWording", { n: at + 1 })}
              onClick={() => write(list.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      {wordings && (
        <div className="fl-under">
          {scripted && editor.mayEdit && (
            <>
              <Variables language={language} insert={insert} />
              <button type="button" className="fl-add" onClick={() => write([...list, ""])}>
                <Icon name="plus" size={14} />
                {t("flow.wording")}
              </button>
            </>
          )}
          {!scripted && (
            <TextBox
              className="input fl-text unscripted"
              rows={1}
              name={`${sentAs}.${language}.${list.length}`}
              dir="auto"
              lang={language}
              aria-label={t("flow.wording")}
              placeholder={t("flow.wording")}
            />
          )}
        </div>
      )}
      <span className="sr" id={`${id}-count`}>
        {t("flow.countOf", { n: count, max: limit })}
      </span>
      {(place === "first" || errors.length > fields.errors(name).length) && errors.length > 0 && (
        <Note tone="bad">{errors.join(" ")}</Note>
      )}
      {errors.length === 0 && warnings.length > 0 && <Note tone="warn">{warnings.join(" ")}</Note>}
    </div>
  );
}

function Note({ tone, children }: { tone: "bad" | "warn"; children: ReactNode }) {
  return (
    <p className={tone === "bad" ? "field-error" : "fl-warned"}>
      <Icon name={tone === "bad" ? "circle-alert" : "triangle-alert"} size={14} />
      {children}
    </p>
  );
}

/** How much of a limit is taken. */
function Count({ n, limit }: { n: number; limit: number }) {
  const t = useText();
  return (
    // What is placed takes its sides from its own direction: only what is in it runs from left to right.
    <span className={n > limit ? "fl-count over" : "fl-count"} aria-hidden="true">
      <bdi dir="ltr">{t("controls.counted", { n, max: limit })}</bdi>
    </span>
  );
}

/** What is known of every contact and conversation. */
const GIVEN = ["contact.first_name", "contact.name", "outlet.name", "language", "channel"];

/** The menu of what can stand in a text; snippets come when it is opened. */
function Variables({ language, insert }: { language: string; insert: (name: string) => void }) {
  const t = useText();
  const can = useCan();
  const [isOpened, setOpened] = useState(false);
  const { document } = useEditor();
  const names = [...[...variables(document)].map(([name, type]) => asRead(name, type)), ...GIVEN];
  return (
    <ActionMenu label={t("flow.variable")} className="fl-add" onOpen={() => setOpened(true)}>
      {names.map((name) => (
        <MenuAction key={name} onClick={() => insert(name)}>
          {nodeLabel(plainName(name))}
        </MenuAction>
      ))}
      {isOpened && can("read", "Office") && (
        <Suspense>
          <SnippetActions language={language} insert={insert} />
        </Suspense>
      )}
    </ActionMenu>
  );
}
