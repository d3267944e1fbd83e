/** The tree of a flow: entrances, their nodes, and where each branch of a node leads. */
import { useRef, useState, type FocusEvent } from "react";
import { Icon, PageLink } from "../../../components";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { EditorLink, useEditor } from "../document/editor";
import { find, groups } from "../document/outline";
import { BotRows, GroupRows } from "./OutlineRows";
import type { flowGrammar } from "./query";
import { useTreeDrag } from "./useTreeDrag";
import { useTreeKeys } from "./useTreeKeys";

/** The outline with its search box. */
export function Outline({ open, part }: { open: string; part: string }) {
  const t = useText();
  const { query, here } = usePage<typeof flowGrammar, "id">();
  const { document, mayEdit } = useEditor();
  const search = useGetForm();
  const scripted = useScripted();
  const tree = useRef<HTMLDivElement>(null);
  const [folded, fold] = useState<ReadonlySet<string>>(new Set());
  const matches = query.q ? find(document, query.q) : null;
  const toggle = (key: string, now?: boolean) => {
    const next = new Set(folded);
    if (now ?? !next.has(key)) next.add(key);
    else next.delete(key);
    fold(next);
  };
  const keys = useTreeKeys(tree, `${open} ${part}`, toggle);
  const drag = useTreeDrag(tree);
  const all = groups(document).map((group) => ({
    ...group,
    nodes: matches ? group.nodes.filter((name) => matches.has(name)) : group.nodes,
  }));
  return (
    <nav className="fl-outline" aria-label={t("flow.outline")}>
      <div className="fl-find">
        <SearchForm
          label={t("flow.find")}
          action={here({ q: undefined, add: undefined })}
          value={query.q}
          maxLength={100}
          onSubmit={search}
        />
        {mayEdit && (
          <EditorLink
            to={here({ add: true, pane: undefined })}
            className="icon-button"
            aria-label={t("flow.addNode")}
            title={t("flow.addNode")}
          >
            <Icon name="plus" />
          </EditorLink>
        )}
      </div>
      {matches && (
        <p className="fl-found small quiet" role="status">
          {t("flow.foundNodes", { n: matches.size })}{" "}
          <PageLink to={here({ q: undefined })}>{t("flow.showAll")}</PageLink>
        </p>
      )}
      <div
        className="fl-tree"
        ref={tree}
        {...(scripted && {
          role: "tree",
          "aria-label": t("flow.outline"),
          onKeyDown: keys.press,
          tabIndex: -1,
          ...drag,
        })}
        onFocus={(event: FocusEvent) => keys.focused(event.target)}
      >
        {all.map((group) => (
          <GroupRows
            key={group.key}
            group={group}
            open={open}
            part={part}
            isFolded={!matches && folded.has(group.key)}
            onFold={() => toggle(group.key)}
          />
        ))}
        <BotRows part={part} isFolded={folded.has("bot")} onFold={() => toggle("bot")} />
      </div>
      <p className="fl-hints small quiet" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> {t("flow.hint.move")} <kbd>{"Enter"}</kbd> {t("flow.hint.edit")} <kbd>a</kbd> {t("flow.hint.add")}
      </p>
    </nav>
  );
}
