/** The forms of what is no node: entrances, fallback, answers, hours and so on. */
import { entryOf } from "../../../lib/entryOf";
import type { FormEvent, ReactNode } from "react";
import { ActionForm, Button, Card, Icon } from "../../../components";
import { useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { renameKey } from "../document/edit";
import { EditorLink, FieldRoot, useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { Line, Lines, Unscripted } from "../document/fields";
import { lines, wordsOf } from "../document/lines";
import { intentTitle, nodeLabel } from "../document/outline";
import { Target } from "../document/Target";
import { TextsField } from "../document/TextsField";
import { phraseLanguages, type Words } from "../document/types";
import { LanguageFields, VariableRows } from "./botRows";
import { Besides } from "../document/Besides";
import { NameField } from "../document/NameField";
import { Part } from "../document/Part";
import { Refused } from "../document/Refused";
import { HoursEditor } from "./HoursEditor";
import type { flowGrammar } from "./query";
import type { BotPart } from "./types";

/** The form of a part of the bot, or of an intent's entrance. */
export function PartForm({ part }: { part: string }) {
  const t = useText();
  const { document } = useEditor();
  const { here } = usePage<typeof flowGrammar, "id">();
  const intent = part.startsWith("intent:") ? part.slice(7) : undefined;
  const list = here({ part: undefined, node: undefined, pane: undefined });
  const title =
    intent === undefined
      ? t(`flow.p.${part}`) // i18n: flow.p.*
      : intentTitle(document, intent);
  return (
    <>
      <header className="fl-title">
        <EditorLink to={list} className="icon-button fl-close" aria-label={t("flow.toList")} title={t("flow.toList")}>
          <Icon name="x" />
        </EditorLink>
        <Icon name={intent === undefined ? "settings" : "log-in"} />
        <h2>{title}</h2>
      </header>
      {intent === undefined ? <BotForm part={part as BotPart} /> : <IntentForm name={intent} />}
    </>
  );
}

/** A form of the document's own keys, sent whole without script. */
function Settings({ children }: { children: ReactNode }) {
  const t = useText();
  const { bot, revision, mayEdit, refused } = useEditor();
  const { here } = usePage<typeof flowGrammar, "id">();
  return (
    <FieldRoot path={[]}>
      <ActionForm
        className="card fl-form"
        call={`/api/v1/bots/${bot}/flow`}
        method="PATCH"
        page={here()}
        revision={String(revision)}
        autoComplete="off"
        done="saved"
        onSubmit={(event: FormEvent) => event.preventDefault()}
      >
        {refused && <Refused />}
        {children}
        {mayEdit && (
          <p className="unscripted fl-submit">
            <Button type="submit" variant="primary">
              {t("flow.savePart")}
            </Button>
          </p>
        )}
      </ActionForm>
    </FieldRoot>
  );
}

/** The fields of one part of the bot. */
function BotForm({ part }: { part: BotPart }) {
  const t = useText();
  switch (part) {
    case "entrances":
      return <Entrances />;
    case "fallback":
      return (
        <Settings>
          <Part title={t("flow.p.fallback")} aside={<Besides />}>
            <p className="small quiet">{t("nodes.fallbackHelp")}</p>
            <TextsField name="fallback.text" label={t("flow.text")} />
          </Part>
          <Part title={t("nodes.afterThat")}>
            <div className="fl-pair">
              <Line name="fallback.times" label={t("nodes.misses")} number unit={t("flow.times")} placeholder="2" />
              <Target name="fallback.then" label={t("flow.leads.then")} otherwise={t("flow.without.fallback")} />
            </div>
          </Part>
        </Settings>
      );
    case "confirm":
      return (
        <Settings>
          <Part title={t("flow.p.confirm")} aside={<Besides />}>
            <p className="small quiet">{t("nodes.confirmHelp")}</p>
            <TextsField name="confirm.text" label={t("flow.text")} />
          </Part>
        </Settings>
      );
    case "restart":
      return <Restart />;
    case "variables":
      return (
        <Settings>
          <VariableRows />
        </Settings>
      );
    case "hours":
      return <Hours />;
    case "languages":
      return (
        <Settings>
          <LanguageFields />
        </Settings>
      );
  }
}

/** Where conversations begin, and where each intent leads. */
function Entrances() {
  const t = useText();
  const { document, language } = useEditor();
  const { here } = usePage<typeof flowGrammar, "id">();
  const intents = Object.entries(document.intents ?? {});
  return (
    <>
      <Settings>
        <Part title={t("flow.group.start")}>
          <Target name="start" label={t("nodes.startAt")} />
        </Part>
      </Settings>
      <Card title={t("nodes.intents")} className="fl-after">
        {intents.length === 0 && <p className="quiet">{t("nodes.noIntents")}</p>}
        <ul className="rows">
          {intents.map(([name, { goto }]) => (
            <li key={name}>
              <EditorLink to={here({ part: `intent:${name}`, node: undefined })}>
                {intentTitle(document, name, language)}
              </EditorLink>{" "}
              <span className="small quiet">
                {t("nodes.leadsToNode", {
                  name: Object.hasOwn(document.nodes, goto) ? nodeLabel(goto) : t("flow.goneNode", { name: goto }),
                })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

/** An intent's name, title and the node it leads to; its phrases are the business of another page. */
function IntentForm({ name }: { name: string }) {
  const t = useText();
  const go = useGo();
  const editor = useEditor();
  const { bot, document, revision, mayEdit, refused } = editor;
  const { here } = usePage<typeof flowGrammar, "id">();
  const intent = entryOf(document.intents, name);
  if (!intent) return <p className="quiet">{t("flow.noIntent", { name })}</p>;
  const phrases = Object.values(intent.phrases ?? {}).reduce((sum, list) => sum + list.length, 0);
  return (
    <FieldRoot path={["intents", name]}>
      <ActionForm
        className="card fl-form"
        call={`/api/v1/bots/${bot}/flow/intents/${encodeURIComponent(name)}`}
        method="PUT"
        page={here()}
        then={here({ part: "intent:{id}", node: undefined }).replace("%7Bid%7D", "{id}")}
        revision={String(revision)}
        autoComplete="off"
        done="saved"
        onSubmit={(event: FormEvent) => event.preventDefault()}
      >
        {refused && <Refused />}
        <Part title={t("nodes.entrance")} aside={<Besides />}>
          <TextsField isNamed name="title" label={t("flow.intentTitle")} limit={20} rows={1} wordings={false} />
          <Target name="goto" label={t("flow.leadsTo")} />
          <p className="small quiet">{t("flow.phrases", { n: phrases })}</p>
        </Part>
        {Object.entries(intent.phrases ?? {}).map(([language, texts]) => (
          <Unscripted key={language} name={`phrases.${language}`} value={lines(texts)} />
        ))}
        <details className="fl-more fl-part">
          <summary className="small">{t("flow.intentCode")}</summary>
          <NameField
            value={name}
            label={t("flow.intentCode")}
            help={t("flow.intentCodeHelp")}
            taken={(to) => Object.hasOwn(document.intents ?? {}, to)}
            rename={(to) => {
              const renamed = renameKey(document, "intents", name, to);
              editor.change(renamed);
              go(here({ part: `intent:${to}` }), { stays: true, replace: true });
              return renamed !== document;
            }}
          />
        </details>
        {mayEdit && (
          <p className="unscripted fl-submit">
            <Button type="submit" variant="primary">
              {t("flow.savePart")}
            </Button>
          </p>
        )}
      </ActionForm>
    </FieldRoot>
  );
}

/** Words that begin a conversation again. */
function Restart() {
  const t = useText();
  const { document } = useEditor();
  return (
    <Settings>
      <Part title={t("flow.p.restart")}>
        <p className="small quiet">{t("nodes.restartHelp")}</p>
        <div className="fl-pair">
          {phraseLanguages(document).map((language) => (
            <WordLines key={language} name={`restart.${language}`} language={language} />
          ))}
        </div>
      </Part>
    </Settings>
  );
}

/** Words of one language, one a line. */
export function WordLines({ name, language, rows = 3 }: { name: string; language: string; rows?: number }) {
  const names = useLanguageName();
  return <Lines<Words[string]> name={name} label={names(language)} write={lines} read={wordsOf} rows={rows} />;
}

/** When a person is there to take over. */
function Hours() {
  const t = useText();
  return (
    <Settings>
      <Part title={t("flow.p.hours")}>
        <HoursEditor />
      </Part>
    </Settings>
  );
}
