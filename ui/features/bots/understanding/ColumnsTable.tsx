/** Pasted cells before they are phrases: how lines are read, the first rows, and which column is what. */
import { useId } from "react";
import { useText } from "../../../lib/i18n";
import { ROLES, type Role, type Separator } from "./columns";

const SHOWN = 5;

interface Props {
  /** How lines can be read, and how they are; nothing while that is asked. */
  separators: readonly Separator[];
  separator: Separator | undefined;
  onSeparator: (separator: Separator) => void;
  rows: readonly (readonly string[])[];
  roles: readonly Role[];
  onRole: (column: number, role: Role) => void;
  heading: boolean;
  onHeading: (heading: boolean) => void;
}

/** The questions, as far as there are any, and the first rows. */
export function ColumnsTable(props: Props) {
  const t = useText();
  const { separators, separator, rows, roles, heading } = props;
  return (
    <div className="in-columns">
      {separators.length > 1 && (
        <fieldset className="field">
          <legend>{t("understanding.cols.read")}</legend>
          {separators.map((way) => (
            <label key={way} className="row">
              <input
                type="radio"
                name="separator"
                checked={separator === way}
                onChange={() => props.onSeparator(way)}
              />{" "}
              {t(`understanding.cols.${way === "" ? "lines" : way === "," ? "commas" : "semicolons"}`)}
            </label>
          ))}
        </fieldset>
      )}
      {roles.length > 0 && (
        <>
          {roles.includes("") && <p className="in-is-near">{t("understanding.cols.choose")}</p>}
          <label className="row small">
            <input type="checkbox" checked={heading} onChange={(event) => props.onHeading(event.target.checked)} />{" "}
            {t("understanding.cols.heading")}
          </label>
          <div className="in-sheet">
            <table>
              <caption className="small quiet">{t("understanding.cols.rows", { n: rows.length })}</caption>
              <thead>
                <tr>
                  {roles.map((role, at) => (
                    <RoleHead key={at} at={at} role={role} onRole={props.onRole} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, SHOWN).map((row, at) => (
                  <tr key={at}>
                    {roles.map((role, column) => (
                      <td key={column} dir="auto" className={role === "none" ? "quiet" : undefined}>
                        {row[column]}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}

/** What one column is. */
function RoleHead({ at, role, onRole }: { at: number; role: Role; onRole: Props["onRole"] }) {
  const t = useText();
  const id = useId();
  return (
    <th scope="col">
      <label htmlFor={id} className="sr">
        {t("understanding.cols.column", { n: at + 1 })}
      </label>
      <select id={id} className="in-small" value={role} onChange={(event) => onRole(at, event.target.value as Role)}>
        <option value="" disabled>
          {t("understanding.cols.ask")}
        </option>
        {ROLES.map((name) => (
          <option key={name} value={name}>
            {t(`understanding.cols.${name}`) /* i18n: understanding.cols.* */}
          </option>
        ))}
      </select>
    </th>
  );
}
