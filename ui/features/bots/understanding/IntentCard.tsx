/** One intent: what it is called, where it leads, and its phrases in one language at a time. */
import { entryOf } from "../../../lib/entryOf";
import { useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { ActionForm, Button, Card, Icon, IconButton, Segments } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { setAt } from "../document/edit";
import { EditorLink, useEditor, useFields } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { Unscripted } from "../document/fields";
import { lines } from "../document/lines";
import { intentTitle } from "../document/outline";
import { Target } from "../document/Target";
import { TextsField } from "../document/TextsField";
import { phraseLanguages } from "../document/types";
import { NamedForm, PartName, useNamedPart } from "./NamedPart";
import { bare, countIn, LONGEST, owners } from "./phrases";
import type { understandingGrammar } from "./query";
import { useTraining } from "./useTraining";

/** The form of an intent. */
export function IntentCard({ name }: { name: string }) {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const { query, here } = usePage<typeof understandingGrammar, "id">();
  const { document, revision, language, mayEdit } = useEditor();
  const intent = document.intents![name]!;
  const languages = phraseLanguages(document);
  const spoken = languages.includes(query.lang) ? query.lang : languages[0]!;
  const { call, closed, deleting } = useNamedPart("intents", name);
  const title = intentTitle(document, name, language);
  const without = setAt(document, ["intents", name], undefined);
  return (
    <Card
      title={<bdi>{title}</bdi>}
      id="intent"
      className="in-intent"
      aside={
        <>
          {mayEdit && (
            <ActionForm call={call} method="DELETE" page={closed} revision={String(revision)} done="deleted">
              <button
                className="icon-button"
                aria-label={t("flow.delete", { name: title })}
                title={t("flow.delete", { name: title })}
                {...deleting(without, t("understanding.intentDeleted", { name: title }))}
              >
                <Icon name="trash" />
              </button>
            </ActionForm>
          )}
          <EditorLink to={closed} className="icon-button" aria-label={t("common.close")} title={t("common.close")}>
            <Icon name="x" />
          </EditorLink>
        </>
      }
    >
      <NamedForm kind="intents" name={name} className="fl-stack">
        <TextsField isNamed name="title" label={t("flow.intentTitle")} limit={20} rows={1} wordings={false} />
        <div className="fl-pair">
          <Target name="goto" label={t("flow.leadsTo")} />
        </div>
        <details className="fl-more">
          <summary className="small">{t("flow.intentCode")}</summary>
          <PartName kind="intents" name={name} label={t("flow.intentCode")} help={t("flow.intentCodeHelp")} />
        </details>
        <div className="fl-part-head">
          <h3>{t("understanding.phrases")}</h3>
          <Segments
            label={t("understanding.phraseLanguage")}
            items={languages.map((code) => ({
              to: `${here({ lang: code })}#intent`,
              label: `${languageName(code)} ${f.number(countIn(document, name, code))}`,
              current: code === spoken,
            }))}
          />
        </div>
        <PhraseRows key={spoken} intent={name} language={spoken} />
        {languages
          .filter((code) => code !== spoken)
          .map((code) => (
            <Unscripted key={code} name={`phrases.${code}`} value={lines(intent.phrases?.[code])} />
          ))}
        {mayEdit && (
          <p className="unscripted">
            <Button type="submit" variant="primary">
              {t("flow.savePart")}
            </Button>
          </p>
        )}
      </NamedForm>
    </Card>
  );
}

/** Phrases as rows; the last one is empty, Enter goes on to the next, an emptied row is gone. */
function PhraseRows({ intent, language }: { intent: string; language: string }) {
  const t = useText();
  const { editor, full, set, errors } = useFields();
  const { document, mayEdit, change } = editor;
  const list = useRef<HTMLOListElement>(null);
  const name = `phrases.${language}`;
  const phrases = entryOf(document.intents, intent)?.phrases?.[language] ?? [];
  const notes = useNotes(intent);
  const path = full(name);
  const write = (now: readonly string[]) => change(setAt(document, path, now.length > 0 ? now : undefined));
  const add = (text: string) => text.trim() && write([...phrases, text.trim()]);
  const go = (to: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>("input")[to]?.focus());
  const remove = (at: number) => {
    write(phrases.filter((_, place) => place !== at));
    go(at);
  };
  const press = (at: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    if (event.key === "Enter") {
      event.preventDefault();
      if (at === phrases.length) {
        add(input.value);
        input.value = "";
      }
      go(at + 1);
    } else if (event.key === "Backspace" && input.value === "" && at < phrases.length) {
      event.preventDefault();
      write(phrases.filter((_, place) => place !== at));
      go(Math.max(0, at - 1));
    }
  };
  const paste = (at: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData
      .getData("text/plain")
      .split(/\r?\n/)
      .map((line) => line.trim());
    const many = pasted.filter(Boolean);
    if (many.length < 2) return;
    event.preventDefault();
    write([...phrases.slice(0, at), ...many.filter((text) => !phrases.includes(text)), ...phrases.slice(at)]);
  };
  return (
    <>
      <ol className="in-phrases" ref={list} lang={language}>
        {[...phrases, ...(mayEdit ? [""] : [])].map((phrase, at) => {
          const isNew = at === phrases.length;
          const note = isNew ? undefined : notes(phrase);
          return (
            <li key={isNew ? `new-${phrases.length}` : at}>
              <input
                className="input"
                {...(isNew && { id: "new-phrase" })}
                name={`${name}.${at}`}
                dir="auto"
                maxLength={LONGEST}
                autoComplete="off"
                disabled={!mayEdit}
                aria-label={isNew ? t("understanding.newPhrase") : t("understanding.phraseOf", { n: at + 1 })}
                placeholder={isNew ? t("understanding.newPhrase") : undefined}
                {...(isNew ? { defaultValue: "" } : { value: phrase })}
                onChange={(event) => !isNew && set(`${name}.${at}`, event.target.value)}
                onBlur={(event) => {
                  if (isNew) add(event.target.value);
                  else if (!phrase.trim()) write(phrases.filter((_, place) => place !== at));
                }}
                onKeyDown={press(at)}
                onPaste={paste(at)}
              />
              {!isNew && mayEdit && (
                <IconButton
                  icon="x"
                  size={16}
                  className="scripted"
                  label={t("common.remove", { what: phrase })}
                  onClick={() => remove(at)}
                />
              )}
              {note && (
                <p className="fl-warned">
                  <Icon name="triangle-alert" size={14} />
                  {note}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {errors(name).length > 0 && <p className="field-error">{errors(name).join(" ")}</p>}
    </>
  );
}

/** What is to be said of a phrase: another intent has it too, or it was taken for another one. */
function useNotes(intent: string): (phrase: string) => string | undefined {
  const t = useText();
  const { document, language } = useEditor();
  const { training } = useTraining();
  const others = owners({ ...document, intents: setAt(document.intents ?? {}, [intent], undefined) });
  const titleOf = (name: string) => intentTitle(document, name, language);
  return (phrase) => {
    const owner = others.get(bare(phrase));
    if (owner) return t("understanding.alsoIn", { name: titleOf(owner) });
    const taken = training?.confusions.find(
      (confusion) => confusion.intent === intent && confusion.phrases.includes(phrase),
    );
    if (!taken) return undefined;
    return taken.taken_for
      ? t("understanding.takenFor", { name: titleOf(taken.taken_for) })
      : t("understanding.takenForAnswer");
  };
}
