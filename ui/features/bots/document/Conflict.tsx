/** Two people have changed the same parts of a flow: theirs beside mine, and for each part which to go on with. */
import { useState } from "react";
import { Button, Notice } from "../../../components";
import { ChoiceGroup } from "../../../components/fields/choices";
import { Radio } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { useEditor } from "./editor";
import { useLanguageName } from "./languageName";
import { partOf, type Clash, type Side } from "./merge";
import { nodeLabel } from "./outline";
import type { Path } from "./types";

const SIDES = ["mine", "theirs"] as const;

/** What is at a place, as far as it can be said in a line. */
function lineOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

/** The panel that every editor has: each part with both versions, mine chosen until theirs is. */
export function Conflict({
  clashes,
  settle,
}: {
  clashes: readonly Clash[];
  settle: (choose: (path: Path) => Side) => void;
}) {
  const t = useText();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const parts = [...new Set(clashes.map(({ path }) => partOf(path)))];
  return (
    <div className="fl-conflict">
      <Notice
        tone="warn"
        icon="git-branch"
        focus
        title={t("controls.savedFirst")}
        actions={
          <>
            <Button variant="primary" onClick={() => settle((path) => chosen[partOf(path)] ?? "mine")}>
              {t("flow.saveChoice")}
            </Button>
            {parts.length > 1 &&
              SIDES.map((side) => (
                <Button key={side} onClick={() => settle(() => side)}>
                  {t(side === "mine" ? "flow.allMine" : "flow.allTheirs")}
                </Button>
              ))}
          </>
        }
      >
        {t("flow.chooseParts")}
        {parts.map((part) => (
          <PartChoice
            key={part}
            part={part}
            clashes={clashes.filter(({ path }) => partOf(path) === part)}
            chosen={chosen[part] ?? "mine"}
            choose={(side) => setChosen({ ...chosen, [part]: side })}
          />
        ))}
      </Notice>
    </div>
  );
}

/** One part in which we differ: its fields in both versions, and the choice. */
function PartChoice({
  part,
  clashes,
  chosen,
  choose,
}: {
  part: string;
  clashes: readonly Clash[];
  chosen: Side;
  choose: (side: Side) => void;
}) {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const { document } = useEditor();
  const words = (step: string | number) =>
    document.languages.includes(String(step))
      ? languageName(String(step))
      : step === "text"
        ? t("flow.text")
        : nodeLabel(String(step));
  const [kind, name] = part.split("/");
  const label = name === undefined ? kind! : kind === "nodes" ? nodeLabel(name) : name;
  return (
    <ChoiceGroup legend={label} radio className="fl-choice">
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t("controls.field")}</span>
            </th>
            {SIDES.map((side) => (
              <th key={side} scope="col">
                <Radio
                  name={`choice ${part}`}
                  value={side}
                  label={t(side === "mine" ? "controls.yours" : "controls.theirs")}
                  checked={chosen === side}
                  onChange={() => choose(side)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clashes.map(({ path, mine, theirs }) => (
            <tr key={path.join("/")}>
              <th scope="row">{path.slice(part.split("/").length).map(words).join(f.comma) || t("flow.whole")}</th>
              <td>
                <bdi>{lineOf(mine) ?? f.number(null)}</bdi>
              </td>
              <td>
                <bdi>{lineOf(theirs) ?? f.number(null)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChoiceGroup>
  );
}
