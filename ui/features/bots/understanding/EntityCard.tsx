/** The values a bot finds in texts: its own lists with their synonyms. */
import { entryOf } from "../../../lib/entryOf";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Icon, IconButton } from "../../../components";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { deleteEntity, setAt } from "../document/edit";
import { EditorLink, useEditor, useFields } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { RowName } from "../document/fields";
import { lines, wordsOf } from "../document/lines";
import { nodeLabel } from "../document/outline";
import { phraseLanguages, type Entity, type Words } from "../document/types";
import { NamedForm, PartName, useNamedPart } from "./NamedPart";
import type { understandingGrammar } from "./query";

/** The list, and the form of the one that is open. */
export function EntityCard() {
  const t = useText();
  const { query, here } = usePage<typeof understandingGrammar, "id">();
  const { document, mayEdit } = useEditor();
  const entities = Object.entries(document.entities ?? {});
  const ways = ({ values }: Entity) =>
    Object.values(values).reduce(
      (sum, translations) => sum + Object.values(translations).reduce((n, words) => n + words.length, 0),
      0,
    );
  return (
    <Card
      title={t("understanding.values")}
      lead={t("understanding.entities", { n: entities.length })}
      id="values"
      aside={
        mayEdit && (
          <EditorLink to={`${here({ add: "entity", entity: undefined })}#values`}>{t("understanding.add")}</EditorLink>
        )
      }
    >
      {query.add === "entity" && <NewEntity />}
      {entities.length === 0 && query.add !== "entity" && <p className="quiet">{t("understanding.noEntities")}</p>}
      <ul className="in-entities">
        {entities.map(([name, entity]) => (
          <li key={name}>
            <EditorLink
              to={`${here({ entity: name === query.entity ? undefined : name, add: undefined })}#values`}
              {...(name === query.entity && { "aria-current": "true" as const })}
            >
              {nodeLabel(name)}
              <span className="small quiet">
                {t("understanding.waysToSay", { n: Object.keys(entity.values).length, ways: String(ways(entity)) })}
              </span>
            </EditorLink>
            {name === query.entity && <EntityForm name={name} entity={entity} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The values of an entity, each with what it is called in every language. */
function EntityForm({ name, entity }: { name: string; entity: Entity }) {
  const t = useText();
  const { document, mayEdit } = useEditor();
  const { deleting } = useNamedPart("entities", name);
  const rows = Object.entries(entity.values);
  return (
    <NamedForm kind="entities" name={name} className="fl-stack in-entity">
      <PartName
        kind="entities"
        name={name}
        label={t("understanding.entityName")}
        help={t("understanding.entityNameHelp")}
        pattern=".{1,64}"
        asWords
      />
      {rows.map(([value, translations], at) => (
        <ValueFields key={value} at={at} value={value} translations={translations} />
      ))}
      {mayEdit && <ValueFields key={`new-${rows.length}`} at={rows.length} value="" translations={{}} />}
      {mayEdit && (
        <p className="row">
          <Button
            type="submit"
            variant="danger"
            size="s"
            icon="trash"
            {...deleting(deleteEntity(document, name), t("understanding.entityDeleted", { name }))}
          >
            {t("flow.delete", { name })}
          </Button>
          <Button type="submit" variant="primary" className="unscripted">
            {t("flow.savePart")}
          </Button>
        </p>
      )}
    </NamedForm>
  );
}

/** One value: its id, taken over when the field is left, and what it is called, one word a line. */
function ValueFields({ at, value, translations }: { at: number; value: string; translations: Words }) {
  const t = useText();
  const id = useId();
  const languageName = useLanguageName();
  const { editor, full } = useFields();
  const { document, change, mayEdit } = editor;
  const path = full("values");
  const values = (entryOf(document.entities, String(path[1]))?.values ?? {}) as Entity["values"];
  const isNew = value === "";
  const rename = (name: string) => {
    if (!name || Object.hasOwn(values, name)) return false;
    const renamed = Object.fromEntries(
      Object.entries(values).map(([key, words]) => [key === value ? name : key, words]),
    );
    change(setAt(document, path, isNew ? { ...values, [name]: {} } : renamed));
    return true;
  };
  return (
    <fieldset className="in-value">
      <legend className="sr">{isNew ? t("understanding.newValue") : value}</legend>
      <div className="in-line flex">
        <RowName
          {...(isNew && { id: "new-value" })}
          name={`values.${at}.id`}
          value={value}
          rename={rename}
          aria-label={t("understanding.valueId")}
          placeholder={isNew ? t("understanding.newValue") : undefined}
        />
        {!isNew && mayEdit && (
          <IconButton
            icon="x"
            size={16}
            className="scripted"
            label={t("common.remove", { what: value })}
            onClick={() => {
              change(setAt(document, [...path, value], undefined));
              window.document.getElementById("new-value")?.focus();
            }}
          />
        )}
      </div>
      {phraseLanguages(document).map((language) => (
        <div key={language} className={isNew ? "in-words unscripted" : "in-words"}>
          <label className="small quiet" htmlFor={`${id}-${language}`}>
            {languageName(language)}
          </label>
          <WordsField
            id={`${id}-${language}`}
            name={`values.${at}.${language}`}
            language={language}
            words={translations[language]}
            disabled={!mayEdit}
            write={(words) =>
              change(setAt(document, [...path, value, language], words), [...path, value, language].join("/"))
            }
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Words, one a line; an unfinished line stays as it is typed. */
function WordsField({
  id,
  name,
  language,
  words,
  disabled,
  write,
}: {
  id: string;
  name: string;
  language: string;
  words: readonly string[] | undefined;
  disabled: boolean;
  write: (words: string[] | undefined) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <textarea
      id={id}
      className="input fl-text"
      rows={1}
      name={name}
      lang={language}
      dir="auto"
      disabled={disabled}
      value={draft ?? lines(words)}
      onChange={(event) => {
        setDraft(event.target.value);
        write(wordsOf(event.target.value));
      }}
      onBlur={() => setDraft(null)}
    />
  );
}

/** The name of a new entity. */
function NewEntity() {
  const t = useText();
  const id = useId();
  const go = useGo();
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { bot, document, change, refused } = useEditor();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const [name, setName] = useState(refused?.values.id ?? "");
  const [error, setError] = useState([refused?.problem.errors?.id ?? []].flat().join(" "));
  const open = (entity: string) => here({ entity, add: undefined });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const newName = name.trim();
    if (!newName) return setError(t("understanding.giveName"));
    if (Object.hasOwn(document.entities ?? {}, newName)) return setError(t("flow.takenName"));
    change({ ...document, entities: { ...document.entities, [newName]: { values: {} } } });
    go(`${open(newName)}#new-value`, { stays: true });
  };
  return (
    <ActionForm
      className="in-new"
      call={`/api/v1/bots/${bot}/flow/entities`}
      page={here()}
      then={open("{id}").replace("%7Bid%7D", "{id}")}
      done="added"
      onSubmit={send}
    >
      <div className="field">
        <label htmlFor={id}>{t("understanding.entityName")}</label>
        <input
          id={id}
          className="input"
          name="id"
          ref={input}
          dir="auto"
          maxLength={64}
          autoComplete="off"
          value={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setName(event.target.value)}
        />
        <p className={error ? "field-error" : "field-help"} id={`${id}-note`}>
          {error && <Icon name="circle-alert" size={14} />}
          {error || t("understanding.entityNameHelp")}
        </p>
      </div>
      <Button type="submit" variant="primary">
        {t("understanding.addEntity")}
      </Button>
    </ActionForm>
  );
}
