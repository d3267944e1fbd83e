/** What is wrong with a flow, each line leading to where it is. */
import { Icon } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { EditorLink, useEditor, useIssueText } from "../document/editor";
import { nodeLabel } from "../document/outline";
import type { Issue } from "../document/types";
import type { flowGrammar } from "./query";
import { BOT_PARTS, type BotPart } from "./types";

/** Parts of the document under the form that has them. */
const HELD: Readonly<Record<string, BotPart>> = { start: "entrances", goals: "languages", sensitivity: "languages" };

/** Rows and parts of a node that an issue names besides it, as a node has several of them. */
const WITHIN: Readonly<Record<string, string>> = {
  options: "flow.button",
  buttons: "flow.link",
  branches: "flow.conditionOf",
  retry: "flow.retryText",
  skip: "flow.skipLabel",
};

/** Where an issue is corrected: a node's form, or another part's. */
export function placeOf(issue: Issue): { node?: string | undefined; part?: string | undefined } {
  if (issue.node !== null) return { node: issue.node };
  const [kind = "", name] = issue.path.split("/");
  if (kind === "intents" && name) return { part: `intent:${name}` };
  if (kind === "nodes") return { part: "entrances" };
  return { part: (BOT_PARTS as readonly string[]).includes(kind) ? kind : (HELD[kind] ?? "entrances") };
}

/** The list, errors first. */
export function Checks({ checking }: { checking: boolean }) {
  const t = useText();
  const f = useFormat();
  const issueText = useIssueText();
  const { here, query } = usePage<typeof flowGrammar, "id">();
  const { issues } = useEditor();
  const errors = issues.filter(({ level }) => level === "error").length;
  const name = (place: ReturnType<typeof placeOf>) =>
    place.node !== undefined
      ? nodeLabel(place.node)
      : place.part?.startsWith("intent:")
        ? nodeLabel(place.part.slice(7))
        : t(`flow.p.${place.part}`); // i18n: flow.p.*
  const within = ({ node, path }: Issue) => {
    const [, , part = "", row] = path.split("/");
    return node !== null && WITHIN[part] && f.comma + t(WITHIN[part], { n: Number(row) + 1 });
  };
  return (
    <section className="fl-checks" aria-label={t("flow.checks")}>
      <header>
        <h2>{t("flow.checks")}</h2>
        {errors > 0 && <span className="bad">{t("flow.errors", { n: errors })}</span>}
        {issues.length > errors && (
          <span className="fl-warned">{t("flow.warnings", { n: issues.length - errors })}</span>
        )}
        {checking && <span className="quiet">{t("flow.checking")}</span>}
      </header>
      {issues.length === 0 ? (
        !checking && (
          <p className="fl-well flex text-13">
            <Icon name="circle-check" size={16} />
            {t("flow.nothingWrong")}
          </p>
        )
      ) : (
        <ul>
          {issues.map((issue, at) => {
            const place = placeOf(issue);
            const current = place.part ? place.part === query.part : place.node === query.node;
            return (
              <li key={`${issue.path}${issue.code}${at}`}>
                <EditorLink
                  to={here({
                    node: place.node,
                    part: place.part,
                    add: undefined,
                    pane: undefined,
                  })}
                  className="fl-issue"
                  {...(current && { "aria-current": "true" as const })}
                >
                  <Icon
                    name={issue.level === "error" ? "circle-alert" : "triangle-alert"}
                    size={16}
                    className={issue.level === "error" ? "bad" : "warn"}
                  />
                  <span>
                    <b>
                      {name(place)}
                      {within(issue)}
                    </b>
                    <span className="sr">
                      {`${f.comma}${t(issue.level === "error" ? "flow.error" : "flow.warning")}: `}
                    </span>
                    <span className="small quiet block">{issueText(issue)}</span>
                  </span>
                  <Icon name="chevron-right" size={14} className="mirror" />
                </EditorLink>
              </li>
            );
          })}
        </ul>
      )}
      {issues.length > 0 && (
        <p className="small quiet fl-hint" aria-hidden="true">
          <kbd>n</kbd> {t("flow.hint.issue")} <kbd>{"Ctrl Z"}</kbd> {t("flow.hint.undo")}
        </p>
      )}
    </section>
  );
}
