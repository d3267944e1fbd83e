/** Two people have changed the same places of a flow: theirs beside mine, and which to go on with. */
import { Button } from "../../../components";
import { SavedFirst } from "../../../components/forms/NotSaved";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Clash } from "./merge";
import { nodeLabel } from "./outline";

/** What is at a place, as far as it can be said in a line. */
function said(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

/** The panel that every editor has, with the choice to keep one's own beside taking theirs. */
export function Conflict({
  clashes,
  settle,
}: {
  clashes: readonly Clash[];
  settle: (wins: "mine" | "theirs") => void;
}) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage();
  const name = ({ path: [kind, part, ...rest] }: Clash) =>
    part === undefined
      ? String(kind)
      : `${kind === "nodes" ? nodeLabel(String(part)) : String(part)}: ${rest.join(" › ") || t("flow.whole")}`;
  return (
    <div className="fl-conflict">
      <SavedFirst
        differences={clashes.map((clash) => ({
          label: name(clash),
          mine: <bdi>{said(clash.mine) ?? f.number(null)}</bdi>,
          theirs: <bdi>{said(clash.theirs) ?? f.number(null)}</bdi>,
        }))}
        to={here()}
        onTheirs={() => settle("theirs")}
      />
      <Button variant="primary" onClick={() => settle("mine")}>
        {t("controls.keepMine")}
      </Button>
    </div>
  );
}
