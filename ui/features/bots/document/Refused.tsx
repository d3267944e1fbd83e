/** A form without script that was refused. */
import { Notice } from "../../../components";
import { NotSaved } from "../../../components/forms/NotSaved";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { useFields } from "./editor";

/** Why a form without script was not saved; what others have saved meanwhile is beside what was typed. */
export function Refused() {
  const { editor, value } = useFields();
  const { here } = usePage();
  const t = useText();
  const f = useFormat();
  const { refused } = editor;
  if (!refused) return null;
  const stale = refused.problem.status === 412;
  const errors = Object.keys(refused.problem.errors ?? {});
  /** What is stored under the name of a field; a single wording is the text itself. */
  const stored = (name: string): string => {
    const content = value(name) ?? (name.endsWith(".0") ? value(name.slice(0, -2)) : undefined);
    return content === undefined || typeof content === "object" ? "" : String(content);
  };
  const differences = Object.entries(refused.values)
    .filter(([name, typed]) => !OWN_FIELDS.has(name) && typed.replace(/\r\n/g, "\n") !== stored(name))
    .map(([name, typed]) => ({
      label: name.replace(/\.0$/, "").replaceAll(".", " › "),
      mine: <bdi>{typed || f.number(null)}</bdi>,
      theirs: <bdi>{stored(name) || f.number(null)}</bdi>,
    }));
  return (
    <div className="fl-part">
      <NotSaved
        by={{ problem: refused.problem, stale, takeTheirs: () => undefined }}
        to={here()}
        differences={differences}
      />
      {errors.length > 0 && (
        <Notice tone="bad" focus title={t("controls.notSaved")}>
          {errors.map((name) => `${name}: ${[refused.problem.errors?.[name]].flat().join(" ")}`).join(" ")}
        </Notice>
      )}
    </div>
  );
}

/** What a form sends besides what is typed. */
const OWN_FIELDS = new Set(["csrf", "type", "id"]);
