/** The fields of one condition: rows of variable, comparison and value; what rows cannot show is written in CEL. */
import { useId, useState, type ReactNode } from "react";
import { Icon, IconButton } from "../../../components";
import { ChoiceInput } from "../../../components/forms/controls";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { useConditionWords } from "../document/conditionWords";
import {
  COMPARISONS,
  comparisonsOf,
  GIVEN,
  problemOf,
  readCondition,
  takesSeveral,
  takesValue,
  writeCondition,
  type Comparison,
  type ConditionRow,
} from "../../../lib/conditions";
import { useEditor, useFields, useUnread } from "../document/editor";
import { Line } from "../document/fields";

const BLANK: ConditionRow = { join: "and", variable: "", op: "is", values: [] };

/** The rows, and the expression below them. */
export function ConditionFields({ name }: { name: string }) {
  const t = useText();
  const scripted = useScripted();
  const { set, text, errors } = useFields();
  const { document, language, mayEdit, refused } = useEditor();
  const words = useConditionWords(document, language);
  const { known } = words;
  const source = text(`${name}.if`);
  const [draft, setDraft] = useState<{ of: string; rows: readonly ConditionRow[] } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const typed = typedRows(refused?.values, name);
  const stored = draft?.of === source ? draft.rows : (typed ?? readCondition(source, known));
  const wrong = (stored ?? []).map((row) => (row.variable === "" ? null : problemOf(row, known)));
  useUnread(`${name}.rows`, draft !== null && wrong.some(Boolean));
  const write = (rows: readonly ConditionRow[]) => {
    const isWhole = rows.every((row) => row.variable === "" || problemOf(row, known) === null);
    const next = isWhole ? writeCondition(rows, known) : source;
    setDraft({ of: next, rows });
    if (next !== source) set(`${name}.if`, next);
  };
  const rows = stored && (stored.length === 0 || (!scripted && mayEdit && !typed) ? [...stored, BLANK] : stored);
  const replacement = refused?.values[`${name}.if`] ?? "";
  const joins = new Set(rows?.slice(1).map(({ join }) => join));
  return (
    <div className="fl-cond rows">
      {rows?.map((row, at) => (
        <Row
          key={at}
          name={`${name}.rows.${at}`}
          words={words}
          row={row}
          at={at}
          isSpare={at > 0 && at >= stored!.length}
          // i18n: conditions.missing conditions.no_number conditions.no_time
          error={wrong[at] ? t(`conditions.${wrong[at]}`) : errors(`${name}.rows.${at}.value`).join(" ")}
          change={(changed) => write(rows.map((other, place) => (place === at ? { ...other, ...changed } : other)))}
          remove={rows.length > 1 ? () => write(rows.filter((_, place) => place !== at)) : undefined}
        />
      ))}
      {joins.size > 1 && <p className="small quiet">{t("conditions.both")}</p>}
      {rows && mayEdit && (
        <button
          type="button"
          className="fl-add scripted"
          onClick={() => setDraft({ of: source, rows: [...rows, BLANK] })}
        >
          <Icon name="plus" size={14} />
          {t("conditions.add")}
        </button>
      )}
      {rows && errors(`${name}.if`).map((error) => <Wrong key={error}>{error}</Wrong>)}
      <details
        className="fl-more"
        open={isOpen || !stored || replacement !== ""}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="small">{t("conditions.expression")}</summary>
        {stored && !scripted ? (
          <Expression name={`${name}.if`} source={source} typed={replacement} />
        ) : (
          <Line
            name={`${name}.if`}
            label={t("conditions.expression")}
            help={t(stored ? "conditions.expressionHelp" : "conditions.expressionOnly")}
            mono
            maxLength={500}
          />
        )}
      </details>
    </div>
  );
}

/** Without script the rows are sent; what is typed here takes their place. */
function Expression({ name, source, typed }: { name: string; source: string; typed: string }) {
  const t = useText();
  return (
    <input
      className="input mono"
      dir="ltr"
      name={name}
      autoComplete="off"
      maxLength={500}
      placeholder={source}
      defaultValue={typed}
      aria-label={t("conditions.expression")}
      title={t("conditions.replaces")}
    />
  );
}

function Wrong({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <Icon name="circle-alert" size={14} />
      {children}
    </p>
  );
}

/** The rows a refused form held. */
function typedRows(values: Readonly<Record<string, string>> | undefined, name: string): ConditionRow[] | null {
  const rows: ConditionRow[] = [];
  for (let at = 0; values?.[`${name}.rows.${at}.variable`] !== undefined; at += 1) {
    const of = (field: string) => values[`${name}.rows.${at}.${field}`];
    const op = (COMPARISONS as readonly string[]).includes(of("op") ?? "") ? (of("op") as Comparison) : "is";
    const list = Object.entries(values).filter(([key]) => key.startsWith(`${name}.rows.${at}.value.`));
    const typed = of("value") ?? "";
    rows.push({
      join: of("join") === "or" ? "or" : "and",
      variable: of("variable") ?? "",
      op,
      values: list.length > 0 ? list.map(([, value]) => value) : takesSeveral(op) ? typed.split(",") : [typed],
    });
  }
  return rows.length > 0 ? rows : null;
}

/** One comparison. */
function Row({
  name,
  words,
  row,
  at,
  isSpare,
  error,
  change,
  remove,
}: {
  name: string;
  words: ReturnType<typeof useConditionWords>;
  row: ConditionRow;
  at: number;
  /** Whether it is there for a form without script alone. */
  isSpare: boolean;
  error: string;
  change: (changed: Partial<ConditionRow>) => void;
  remove: (() => void) | undefined;
}) {
  const t = useText();
  const f = useFormat();
  const id = useId();
  const scripted = useScripted();
  const { mayEdit } = useEditor();
  const { known, variable, comparison } = words;
  const own = [...known.types.keys()];
  const builtIn = GIVEN.filter((fact) => !own.includes(fact));
  const isOther = row.variable !== "" && !own.includes(row.variable) && !(builtIn as string[]).includes(row.variable);
  const fitting = row.variable === "" && !scripted ? COMPARISONS : comparisonsOf(row.variable, known);
  // One that a refused form held is shown with what is wrong with it.
  const offered = fitting.includes(row.op) ? fitting : [...fitting, row.op];
  const choose = (to: string) => {
    const op = comparisonsOf(to, known).includes(row.op) ? row.op : comparisonsOf(to, known)[0]!;
    change({ variable: to, op, values: [] });
  };
  const labelOf = (what: string) => `${t("conditions.row", { n: at + 1 })}${f.comma}${what}`;
  return (
    <div
      className={isSpare ? "fl-cond-row unscripted" : "fl-cond-row"}
      role="group"
      aria-label={t("conditions.row", { n: at + 1 })}
    >
      {at > 0 && (
        <select
          className="input select fl-cond-join"
          name={`${name}.join`}
          aria-label={labelOf(t("conditions.join"))}
          disabled={!mayEdit}
          value={row.join}
          onChange={(event) => change({ join: event.target.value as "and" | "or" })}
        >
          <option value="and">{t("conditions.and")}</option>
          <option value="or">{t("conditions.or")}</option>
        </select>
      )}
      <select
        className="input select"
        name={`${name}.variable`}
        aria-label={labelOf(t("conditions.variable"))}
        disabled={!mayEdit}
        value={row.variable}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t("conditions.choose")}</option>
        {isOther && <option value={row.variable}>{variable(row.variable)}</option>}
        <optgroup label={t("conditions.own")}>
          {own.map((fact) => (
            <option key={fact} value={fact}>
              {variable(fact)}
            </option>
          ))}
        </optgroup>
        <optgroup label={t("conditions.given")}>
          {builtIn.map((fact) => (
            <option key={fact} value={fact}>
              {variable(fact)}
            </option>
          ))}
        </optgroup>
      </select>
      <select
        className="input select"
        name={`${name}.op`}
        aria-label={labelOf(t("conditions.comparison"))}
        disabled={!mayEdit}
        value={row.op}
        onChange={(event) => change({ op: event.target.value as Comparison, values: [] })}
      >
        {offered.map((op) => (
          <option key={op} value={op}>
            {comparison(row.variable, op)}
          </option>
        ))}
      </select>
      {(takesValue(row.op) || !scripted) && (
        <Value {...{ name, row, words, change }} label={labelOf(t("conditions.value"))} note={error && id} />
      )}
      {remove && mayEdit && (
        <IconButton
          icon="x"
          size={16}
          className="scripted"
          label={t("common.remove", { what: t("conditions.row", { n: at + 1 }) })}
          onClick={remove}
        />
      )}
      {error && <Wrong id={id}>{error}</Wrong>}
    </div>
  );
}

/** What the variable is compared with: chosen where its values are few, else typed. */
function Value({
  name,
  row,
  words,
  change,
  label,
  note,
}: {
  name: string;
  row: ConditionRow;
  words: ReturnType<typeof useConditionWords>;
  change: (changed: Partial<ConditionRow>) => void;
  label: string;
  note: string;
}) {
  const t = useText();
  const { mayEdit } = useEditor();
  const choices = row.variable === "" ? null : words.choices(row.variable, row.op);
  const isSeveral = takesSeveral(row.op);
  const common = {
    "aria-invalid": note ? true : undefined,
    "aria-describedby": note || undefined,
    disabled: !mayEdit,
  } as const;
  if (choices && isSeveral)
    return (
      <span className="fl-choices" role="group" aria-label={label}>
        {choices.map(({ value, label: text }, at) => (
          <label key={value} className="choice">
            <ChoiceInput
              type="checkbox"
              name={`${name}.value.${at}`}
              value={value}
              {...common}
              checked={row.values.includes(value)}
              onChange={(event) =>
                change({
                  values: choices
                    .map((choice) => choice.value)
                    .filter((chosen) => (chosen === value ? event.target.checked : row.values.includes(chosen))),
                })
              }
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
      </span>
    );
  if (choices && ["is", "is_not"].includes(row.op)) {
    const value = row.values[0] ?? "";
    return (
      <select
        className="input select"
        name={`${name}.value`}
        aria-label={label}
        {...common}
        value={value}
        onChange={(event) => change({ values: [event.target.value] })}
      >
        {!choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      className="input"
      dir="auto"
      name={`${name}.value`}
      aria-label={label}
      autoComplete="off"
      maxLength={200}
      title={isSeveral ? t("conditions.severalHelp") : undefined}
      {...common}
      value={row.values.join(isSeveral ? "," : "")}
      onChange={(event) => change({ values: isSeveral ? event.target.value.split(",") : [event.target.value] })}
    />
  );
}
