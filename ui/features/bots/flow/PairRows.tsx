/** Names with a value each: variables, headers. */
import { useId, useState } from "react";
import { Icon, IconButton } from "../../../components";
import { useText } from "../../../lib/i18n";
import { setAt, valueAt } from "../document/edit";
import { useFields } from "../document/editor";
import { RowName } from "../document/fields";

/** Names with a value each; a name is taken over when its field is left, as it decides where its value stands. */
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
    <div className="fl-pairs" role="group" aria-label={names}>
      <div className="fl-pair small quiet" aria-hidden="true">
        <span>{names}</span>
        <span>{values}</span>
      </div>
      {rows.map(([key, said], at) => {
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
              <input
                className="input mono"
                name={`${name}.${at}.value`}
                dir="ltr"
                autoComplete="off"
                maxLength={expressions ? 500 : 2000}
                aria-label={t("flow.valueOf", { what: values, n: at + 1 })}
                aria-invalid={wrong.length > 0 || undefined}
                aria-describedby={wrong.length > 0 ? `${id}-${at}` : undefined}
                disabled={!mayEdit}
                {...(key === "" ? { defaultValue: "" } : { value: said })}
                onChange={(event) =>
                  key !== "" && write(pairs.map((pair, place) => (place === at ? [pair[0], event.target.value] : pair)))
                }
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
