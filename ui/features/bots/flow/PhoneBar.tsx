/** What is at the foot of a phone: steps back and forth, what is wrong, and the way on. */
import { Icon, IconButton } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { EditorLink, useEditor } from "../document/editor";
import type { FlowDocument } from "../document/types";
import type { History } from "../document/history";
import type { Saving } from "../document/saving";
import type { flowGrammar } from "./query";

/** The bar of the list, or of the node that is open. */
export function PhoneBar({
  saving,
  history,
  open,
}: {
  saving: Saving;
  history: History<FlowDocument>;
  /** The node that is open; nothing on the list. */
  open: string;
}) {
  const t = useText();
  const f = useFormat();
  const { here, query } = usePage<typeof flowGrammar, "id">();
  const { issues, mayEdit, document } = useEditor();
  const errors = issues.filter(({ level }) => level === "error").length;
  const warned = t("flow.warnings", { n: issues.length - errors });
  const isNode = Object.hasOwn(document.nodes, open);
  return (
    <div className="fl-bar">
      {mayEdit && (
        <span className="scripted">
          <IconButton
            icon="undo-2"
            label={t("flow.undo", { n: history.past.length })}
            aria-disabled={history.past.length === 0 || undefined}
            onClick={saving.undo}
          />
          <IconButton
            icon="redo-2"
            label={t("flow.redo", { n: history.future.length })}
            aria-disabled={history.future.length === 0 || undefined}
            onClick={saving.redo}
          />
        </span>
      )}
      <EditorLink
        to={here({ pane: query.pane === "checks" ? undefined : "checks" })}
        className="fl-bar-checks"
        aria-label={`${t("flow.checks")}: ${[t("flow.errors", { n: errors }), warned].join(f.comma)}`}
      >
        <span className="bad">
          <Icon name="circle-alert" size={16} /> {f.number(errors)}
        </span>
        <span className="fl-warned">
          <Icon name="triangle-alert" size={16} /> {f.number(issues.length - errors)}
        </span>
      </EditorLink>
      <span className="fl-bar-end">
        {isNode && (
          <EditorLink to={here({ pane: query.pane === "preview" ? undefined : "preview" })} className="button">
            <Icon name="message-circle" size={16} />
            {t(query.pane === "preview" ? "flow.form" : "flow.preview")}
          </EditorLink>
        )}
        {open || query.pane ? (
          <EditorLink
            to={here({ node: undefined, part: undefined, pane: undefined, add: undefined })}
            className="button primary"
          >
            {t("flow.ready")}
          </EditorLink>
        ) : (
          mayEdit && (
            <EditorLink to={here({ add: true })} className="button primary">
              <Icon name="plus" size={16} />
              {t("flow.node")}
            </EditorLink>
          )
        )}
      </span>
    </div>
  );
}
