/** Names with a value each: variables, headers. */
import { useId, useState } from "react";
import { Icon, IconButton } from "../../../components";
import { readValue, VALUE_KINDS, writeValue, type ValueKind } from "../../../lib/conditions";
import { useFormat, useText } from "../../../lib/i18n";
import { setAt, valueAt } from "../document/edit";
import { useEditor, useFields } from "../document/editor";
import { RowName } from "../document/fields";

/** Names with a value each; a name is taken over when its field is left, as it decides where its value is. */
export function PairRows({
  name,
  names,
  values,
  expressions = false,
}: {
  name: string;
  names: string;
  values: string;
  expressions?: boolean;
}) {
  const t = useText();
  const id = useId();
  const { editor, full, errors } = useFields();
  const { change, document, mayEdit } = editor;
  const path = full(name);
  const pairs = Object.entries((valueAt(document, path) as Record<string, string> | undefined) ?? {});
  const [more, setMore] = useState(0);
  const write = (entries: readonly (readonly [string, string])[]) =>
    change(
      setAt(
        document,
        path,
        entries.length > 0 ? Object.fromEntries(entries) : expressions && name === "set" ? {} : undefined,
      ),
      path.join("/"),
    );
  const rename = (at: number, key: string) => {
    if (pairs.some(([other]) => other === key)) return false;
    if (pairs[at] === undefined) {
      setMore(more + 1);
      write([...pairs, [key, expressions ? '""' : ""]]);
      return true;
    }
    write(
      key === ""
        ? pairs.filter((_, place) => place !== at)
        : pairs.map((pair, place) => (place === at ? [key, pair[1]] : pair)),
    );
    return true;
  };
  const rows = mayEdit ? [...pairs, ["", ""] as const] : pairs;
  return (
    <div className="rows gap-6" role="group" aria-label={names}>
      <div className="fl-pair small quiet" aria-hidden="true">
        <span>{names}</span>
        <span>{values}</span>
      </div>
      {rows.map(([key, content], at) => {
        const wrong = key === "" ? [] : errors(`${name}.${key}`);
        return (
          <div key={key || `new-${more}`} className="fl-pair fl-pair-row">
            <RowName
              name={`${name}.${at}.name`}
              value={key}
              rename={(to) => rename(at, to)}
              list={expressions ? "fl-variables" : undefined}
              aria-label={t("flow.nameOf", { what: names, n: at + 1 })}
              placeholder={key === "" ? t("flow.addPair") : undefined}
            />
            <span className="fl-pair-value">
              <Value
                name={`${name}.${at}`}
                label={t("flow.valueOf", { what: values, n: at + 1 })}
                note={wrong.length > 0 ? `${id}-${at}` : undefined}
                isFresh={key === ""}
                isExpression={expressions}
                source={content}
                change={(to) => write(pairs.map((pair, place) => (place === at ? [pair[0], to] : pair)))}
              />
              {key !== "" && mayEdit && (
                <IconButton
                  icon="x"
                  size={16}
                  className="scripted"
                  label={t("common.remove", { what: key })}
                  onClick={() => write(pairs.filter((_, place) => place !== at))}
                />
              )}
            </span>
            {wrong.length > 0 && (
              <p className="field-error" id={`${id}-${at}`}>
                <Icon name="circle-alert" size={14} />
                {wrong.join(" ")}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The value of a pair; one that is set is a text, a number or a variable, or else an expression. */
function Value({
  name,
  label,
  note,
  isFresh,
  isExpression,
  source,
  change,
}: {
  name: string;
  label: string;
  note: string | undefined;
  /** Whether the row has no name yet, so that nothing of it is kept. */
  isFresh: boolean;
  isExpression: boolean;
  source: string;
  change: (source: string) => void;
}) {
  const t = useText();
  const f = useFormat();
  const { mayEdit } = useEditor();
  const read = isFresh ? { kind: "text" as const, text: "" } : readValue(source);
  const [chosen, choose] = useState<{ of: string; kind: ValueKind } | null>(null);
  const kind = chosen?.of === source ? chosen.kind : read.kind;
  const text = !isExpression || kind === "expression" ? source : read.text;
  const write = (to: ValueKind, typed: string) => {
    const now = writeValue(to, typed);
    choose({ of: now, kind: to });
    change(now);
  };
  return (
    <>
      {isExpression && (
        <select
          className="input select fl-value-kind"
          name={`${name}.kind`}
          aria-label={`${label}${f.comma}${t("conditions.comparison")}`}
          disabled={!mayEdit}
          {...(isFresh ? { defaultValue: kind } : { value: kind })}
          onChange={(event) => !isFresh && write(event.target.value as ValueKind, read.text)}
        >
          {VALUE_KINDS.map((option) => (
            <option key={option} value={option}>
              {t(`conditions.fixed.${option}`) /* i18n: conditions.fixed.* */}
            </option>
          ))}
        </select>
      )}
      {(!isExpression || !["yes", "no", "empty"].includes(kind)) && (
        <input
          className={isExpression && kind !== "expression" ? "input" : "input mono"}
          name={`${name}.value`}
          dir={isExpression && kind === "text" ? "auto" : "ltr"}
          autoComplete="off"
          maxLength={isExpression ? 500 : 2000}
          list={isExpression && kind === "variable" ? "fl-variables" : undefined}
          aria-label={label}
          aria-invalid={note ? true : undefined}
          aria-describedby={note}
          disabled={!mayEdit}
          {...(isFresh ? { defaultValue: "" } : { value: text })}
          onChange={(event) =>
            !isFresh && (isExpression ? write(kind, event.target.value) : change(event.target.value))
          }
        />
      )}
    </>
  );
}
