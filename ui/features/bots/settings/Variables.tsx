/** The variables the working copy declares, with their types. */
import { useText } from "../../../lib/i18n";
import type { Bot } from "../catalog/api";
import type { Flow } from "./api";
import { fieldErrors } from "../../../components/fields/fieldErrors";
import { PartForm } from "./PartForm";

/** The types there are beside the document's own entities. */
const TYPES = [
  "text",
  "number",
  "bool",
  "date",
  "time",
  "datetime",
  "email",
  "phone",
  "registration",
  "vin",
  "object",
] as const;
const BLANK = 3;

/** The form: a row a variable and some empty ones; a row without a name is none. */
export function Variables({ bot, flow, revision }: { bot: Bot; flow: Flow; revision: string }) {
  const t = useText();
  const declared = Object.entries((flow.variables ?? {}) as Record<string, { type: string }>);
  const types = [...new Set([...TYPES, ...Object.keys(flow.entities ?? {}), ...declared.map(([, { type }]) => type)])];
  return (
    <PartForm
      id="variables"
      title={t("botset.variables")}
      lead={t("botset.ofWorkingCopy")}
      call={`/api/v1/bots/${bot.id}/flow`}
      revision={revision}
    >
      {({ values, errors }) => {
        const rows = Math.max(
          declared.length + BLANK,
          ...Object.keys(values).map((name) => Number(/^variables\.(\d+)\./.exec(name)?.[1] ?? -1) + 1),
        );
        return (
          <fieldset className="group">
            <legend className="sr">{t("botset.variables")}</legend>
            <div className="bs-rows rows gap-6">
              {Array.from({ length: rows }, (_, at) => {
                const [name = "", { type } = { type: "text" }] = declared[at] ?? [];
                const key = `variables.${at}`;
                return (
                  <div key={at}>
                    <input
                      className="input"
                      name={`${key}.name`}
                      defaultValue={values[`${key}.name`] ?? name}
                      maxLength={64}
                      pattern="[A-Za-z_][A-Za-z0-9_]*"
                      autoComplete="off"
                      dir="ltr"
                      aria-label={t("botset.variableName", { n: at + 1 })}
                      placeholder={t("botset.variableHint")}
                    />
                    <select
                      className="input select"
                      name={`${key}.type`}
                      defaultValue={values[`${key}.type`] ?? type}
                      aria-label={t("botset.variableType", { n: at + 1 })}
                    >
                      {types.map((option) => (
                        <option key={option} value={option}>
                          {
                            t(`botset.type.${option}`) === `botset.type.${option}`
                              ? option
                              : t(`botset.type.${option}`) /* i18n: botset.type.* */
                          }
                        </option>
                      ))}
                    </select>
                  </div>
                );
              })}
            </div>
            <p className={fieldErrors(errors, "variables") ? "field-error" : "field-help"}>
              {fieldErrors(errors, "variables") ?? t("botset.variablesHelp")}
            </p>
          </fieldset>
        );
      }}
    </PartForm>
  );
}
