/** Rows of the bot's own parts: variables, languages and how sure it must be. */
import { useState } from "react";
import { IconButton } from "../../../components";
import { useText } from "../../../lib/i18n";
import { BOT_LANGUAGES } from "../catalog/api";
import { setAt } from "../document/edit";
import { useEditor, useFields } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { Lines, Pick, RowName } from "../document/fields";
import { variables } from "../document/outline";
import { KINDS, SENSITIVITIES, TEXTLESS } from "../document/types";
import { Part } from "../document/Part";

const TYPES = [...KINDS.filter((kind) => kind !== "one_of" && kind !== "rating"), "bool", "object"];

/** Variables with their types: those that are declared can be changed, the rest follows from the nodes. */
export function VariableRows() {
  const t = useText();
  const { document, change, mayEdit } = useEditor();
  const [fresh, setFresh] = useState(0);
  const declared = Object.entries(document.variables ?? {});
  const known = [...variables(document)].filter(([name]) => !Object.hasOwn(document.variables ?? {}, name));
  const types = [...TYPES, ...Object.keys(document.entities ?? {})];
  const write = (entries: readonly (readonly [string, { type: string }])[]) =>
    change(setAt(document, ["variables"], entries.length > 0 ? Object.fromEntries(entries) : undefined));
  const rename = (at: number, name: string) => {
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name) || declared.some(([other]) => other === name)) return false;
    if (!declared[at]) setFresh(fresh + 1);
    write(
      declared[at]
        ? declared.map((pair, place) => (place === at ? [name, pair[1]] : pair))
        : [...declared, [name, { type: "text" }]],
    );
    return true;
  };
  const rows = mayEdit ? [...declared, ["", { type: "text" }] as const] : declared;
  return (
    <Part title={t("flow.p.variables")}>
      <p className="small quiet">{t("flow.variablesHelp")}</p>
      {rows.map(([name, { type }], at) => (
        <div key={name || `new-${fresh}`} className="fl-pair fl-pair-row">
          <RowName
            name={`variables.${at}.name`}
            value={name}
            rename={(to) => rename(at, to)}
            aria-label={t("flow.variableName")}
            placeholder={name === "" ? t("flow.addVariable") : undefined}
          />
          <span className="fl-pair-value">
            <select
              className="input select"
              name={`variables.${at}.type`}
              aria-label={t("flow.typeOf", { name })}
              disabled={!mayEdit}
              {...(name === "" ? { defaultValue: type } : { value: type })}
              onChange={(event) =>
                name !== "" &&
                write(declared.map((pair, place) => (place === at ? [pair[0], { type: event.target.value }] : pair)))
              }
            >
              {[...new Set([type, ...types])].map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
            {name !== "" && mayEdit && (
              <IconButton
                icon="x"
                size={16}
                className="scripted"
                label={t("common.remove", { what: name })}
                onClick={() => write(declared.filter((_, place) => place !== at))}
              />
            )}
          </span>
        </div>
      ))}
      {known.length > 0 && (
        <>
          <h4>{t("flow.savedByNodes")}</h4>
          <ul className="rows small">
            {known.map(([name, type]) => (
              <li key={name}>
                <code>{name}</code> <span className="quiet">{type}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

/** What the bot speaks, first of all; what it aims at; how sure it must be. */
export function LanguageFields() {
  const t = useText();
  const languageName = useLanguageName();
  const { document, change, mayEdit } = useEditor();
  const { errors } = useFields();
  const known = [...new Set([...document.languages, ...BOT_LANGUAGES, ...TEXTLESS])];
  const lead = (first: string) =>
    change({ ...document, languages: [first, ...document.languages.filter((other) => other !== first)] });
  const speak = (language: string, on: boolean) => {
    const languages = on ? [...document.languages, language] : document.languages.filter((other) => other !== language);
    if (languages.length > 0) change({ ...document, languages });
  };
  const problems = errors("languages");
  return (
    <>
      <Part title={t("flow.p.languages")}>
        <div className="fl-pair">
          <div className="field">
            <label htmlFor="fl-first">{t("flow.firstLanguage")}</label>
            <select
              id="fl-first"
              className="input select"
              name="languages.0"
              disabled={!mayEdit}
              value={document.languages[0]}
              onChange={(event) => lead(event.target.value)}
            >
              {known
                .filter((language) => !TEXTLESS.includes(language))
                .map((language) => (
                  <option key={language} value={language}>
                    {languageName(language)}
                  </option>
                ))}
            </select>
          </div>
        </div>
        <div className="fl-choices" role="group" aria-label={t("flow.p.languages")}>
          {known.map((language, at) => (
            <label key={language} className="choice">
              <input
                type="checkbox"
                name={`languages.${at + 1}`}
                value={language}
                disabled={!mayEdit}
                checked={document.languages.includes(language)}
                onChange={(event) => speak(language, event.target.checked)}
              />
              <span lang={language}>{languageName(language)}</span>
            </label>
          ))}
        </div>
        {problems.length > 0 && <p className="field-error">{problems.join(" ")}</p>}
      </Part>
      <Part title={t("flow.sure")}>
        <div className="fl-pair">
          {/* i18n: flow.sure.* */}
          <Pick
            name="sensitivity"
            label={t("flow.sensitivity")}
            help={t("flow.sensitivityHelp")}
            fallback="balanced"
            options={SENSITIVITIES.map((level) => ({ value: level, label: t(`flow.sure.${level}`) }))}
          />
          <Lines<readonly string[]>
            name="goals"
            label={t("flow.goals")}
            help={t("flow.goalsHelp")}
            write={(goals) => (goals ?? []).join("\n")}
            read={(text) => {
              const goals = [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);
              return goals.length > 0 ? goals : undefined;
            }}
            mono
          />
        </div>
      </Part>
    </>
  );
}
