/** All intents with their phrases by language, how well each is recognised, and what it is confused with. */
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Empty, Icon } from "../../../components";
import { Table } from "../../../components/Table";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, useGo, usePage } from "../../../page";
import { EditorLink, useEditor } from "../document/editor";
import { useLanguageName } from "../document/languageName";
import { inOrder, intentTitle, nodeLabel } from "../document/outline";
import { phraseLanguages } from "../document/types";
import { bare, countIn, countOf } from "./phrases";
import { Quality } from "./Quality";
import type { understandingGrammar } from "./query";
import { useTraining } from "./useTraining";

interface Row {
  name: string;
  title: string;
  f1: number | null;
  clashes: number | null;
}

/** The table with its search box and what can be added. */
export function IntentTable() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof understandingGrammar, "id">();
  const { document, language, mayEdit } = useEditor();
  const { training } = useTraining();
  const languageName = useLanguageName();
  const search = useGetForm();
  const names = Object.keys(document.intents ?? {});
  const languages = phraseLanguages(document);
  const title = (name: string) => intentTitle(document, name, language);
  const sum = (code: string) => names.reduce((all, name) => all + countIn(document, name, code), 0);
  const total = names.reduce((all, name) => all + countOf(document, name), 0);
  const latest = training?.trained_at ? training : undefined;
  const clashes = (name: string) =>
    latest &&
    latest.confusions
      .filter(({ intent, taken_for }) => intent === name || taken_for === name)
      .reduce((all, { count }) => all + count, 0);
  const words = bare(query.q).split(" ");
  const rows: Row[] = names
    .filter((name) => {
      const intent = document.intents![name]!;
      const whole = bare([name, title(name), ...Object.values(intent.phrases ?? {}).flat()].join(" "));
      return words.every((word) => whole.includes(word));
    })
    .map((name) => ({
      name,
      title: title(name),
      f1: latest?.intents.find((row) => row.name === name)?.f1 ?? null,
      clashes: clashes(name) ?? null,
    }));
  return (
    <Card
      title={t("understanding.intents")}
      lead={t("understanding.withPhrases", { n: names.length, phrases: f.number(total) })}
      flush
      className="in-intents"
      aside={
        <>
          <SearchForm
            label={t("understanding.search")}
            action={here({ q: undefined, add: undefined })}
            value={query.q}
            maxLength={100}
            onSubmit={search}
          />
          {mayEdit && names.length > 0 && (
            <EditorLink to={here({ paste: true })} className="button">
              <Icon name="copy" size={16} />
              {t("understanding.paste")}
            </EditorLink>
          )}
          {mayEdit && (
            <EditorLink to={here({ add: "intent" })} className="button">
              <Icon name="plus" size={16} />
              {t("understanding.intent")}
            </EditorLink>
          )}
        </>
      }
      foot={
        latest?.accuracy != null && <span>{t("understanding.howMeasured", { at: f.dateTime(latest.trained_at) })}</span>
      }
    >
      {query.add === "intent" && <NewIntent />}
      {names.length === 0 ? (
        <Empty icon="messages-square" title={t("understanding.noneTitle")}>
          {t("understanding.noneText")}
        </Empty>
      ) : rows.length === 0 ? (
        <Empty
          icon="filter"
          title={t("understanding.noneFound", { q: query.q })}
          actions={<EditorLink to={here({ q: undefined })}>{t("flow.showAll")}</EditorLink>}
        />
      ) : (
        <Table<Row>
          caption={t("understanding.intents")}
          rows={rows}
          rowKey={({ name }) => name}
          rowProps={({ name }) => (name === query.intent ? { "aria-selected": "true" } : {})}
          columns={[
            {
              key: "name",
              head: t("understanding.intent"),
              rowHead: true,
              cell: ({ name, title: label }) => (
                <EditorLink
                  to={here({ intent: name, add: undefined })}
                  className="in-name"
                  {...(name === query.intent && { "aria-current": "true" as const })}
                >
                  <b>{label}</b>
                  <small className="narrow">
                    {languages
                      .map((code) => `${languageName(code)} ${f.number(countIn(document, name, code))}`)
                      .join(" · ")}
                  </small>
                </EditorLink>
              ),
            },
            ...languages.map((code) => ({
              key: code,
              head: languageName(code),
              numeric: true,
              className: "wide",
              cell: ({ name }: Row) => <Amount n={countIn(document, name, code)} />,
            })),
            {
              key: "all",
              head: t("understanding.all"),
              numeric: true,
              className: "wide",
              cell: ({ name }) => f.number(countOf(document, name)),
            },
            { key: "f1", head: t("understanding.quality"), cell: ({ f1 }) => <Quality f1={f1} /> },
            {
              key: "clashes",
              head: t("understanding.clashes"),
              numeric: true,
              cell: ({ clashes: n }) => (n ? <a href="#confusion">{f.number(n)}</a> : f.number(n)),
            },
          ]}
          foot={
            <tr>
              <th scope="row">{t("understanding.all")}</th>
              {languages.map((code) => (
                <td key={code} className="num wide">
                  {f.number(sum(code))}
                </td>
              ))}
              <td className="num wide">{f.number(total)}</td>
              <td>
                <Quality f1={latest?.accuracy ?? null} />
              </td>
              <td className="num">
                {f.number(latest ? latest.confusions.reduce((all, { count }) => all + count, 0) : null)}
              </td>
            </tr>
          }
        />
      )}
    </Card>
  );
}

/** From how many phrases an intent is recognised in a language. */
const ENOUGH = 5;

/** A count; too few stand out, by colour and by a sign. */
function Amount({ n }: { n: number }) {
  const f = useFormat();
  const t = useText();
  if (n >= ENOUGH) return f.number(n);
  return (
    <span className={n === 0 ? "bad" : "fl-warned"} title={t("understanding.tooFew", { n: ENOUGH })}>
      {f.number(n)}
      <span className="sr">{t("understanding.tooFew", { n: ENOUGH })}</span>
    </span>
  );
}

/** The name of a new intent. */
function NewIntent() {
  const t = useText();
  const id = useId();
  const go = useGo();
  const input = useRef<HTMLInputElement>(null);
  const { here } = usePage<typeof understandingGrammar, "id">();
  const { bot, document, change, refused } = useEditor();
  useEffect(() => input.current?.focus(), []);
  const [name, setName] = useState(refused?.values.id ?? "");
  const [goto, setGoto] = useState(refused?.values.goto ?? document.start);
  const [error, setError] = useState([refused?.problem.errors?.id ?? []].flat().join(" "));
  const open = (intent: string) => here({ intent, add: undefined });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const newName = name.trim();
    if (!newName) return setError(t("understanding.giveName"));
    if (Object.hasOwn(document.intents ?? {}, newName)) return setError(t("flow.takenName"));
    change({ ...document, intents: { ...document.intents, [newName]: { goto, phrases: {} } } });
    go(`${open(newName)}#new-phrase`, { stays: true });
  };
  return (
    <ActionForm
      className="in-new"
      call={`/api/v1/bots/${bot}/flow/intents`}
      page={here()}
      then={open("{id}").replace("%7Bid%7D", "{id}")}
      done="added"
      onSubmit={send}
    >
      <div className="field">
        <label htmlFor={id}>{t("flow.intentName")}</label>
        <input
          id={id}
          className="input"
          name="id"
          dir="auto"
          maxLength={80}
          autoComplete="off"
          ref={input}
          value={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => setName(event.target.value)}
        />
        <p className={error ? "field-error" : "field-help"} id={`${id}-note`}>
          {error || t("flow.intentNameHelp")}
        </p>
      </div>
      <div className="field">
        <label htmlFor={`${id}-goto`}>{t("flow.leadsTo")}</label>
        <select
          id={`${id}-goto`}
          className="input select"
          name="goto"
          value={goto}
          onChange={(event) => setGoto(event.target.value)}
        >
          {inOrder(document).map((node) => (
            <option key={node} value={node}>
              {nodeLabel(node)}
            </option>
          ))}
        </select>
        <p className="field-help">{t("understanding.leadsToHelp")}</p>
      </div>
      <Button type="submit" variant="primary">
        {t("understanding.addIntent")}
      </Button>
    </ActionForm>
  );
}
