/** The rows of the outline: groups, nodes, branches, and what belongs to the bot as a whole. */
import type { ReactNode } from "react";
import { Icon, IconButton, PageLink } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { useGo, usePage } from "../../../page";
import { rowText, type OutlineRow } from "../document/dropping";
import { useEditor } from "../document/editor";
import { isOpen, reachable, type Slot } from "../document/graph";
import { branchRows, firstText, intentTitle, nodeLabel, type Group } from "../document/outline";
import type { FlowDocument } from "../document/types";
import { NODE_ICONS } from "./icons";
import type { flowGrammar } from "./query";
import { BOT_PARTS } from "./types";
import { useBranchName } from "./useBranchName";

/** What a row of the tree needs beside its own content. */
interface Row {
  level: number;
  to: string;
  current: boolean;
}

/** An entrance, its name leading to what is said of it. */
export function GroupRows({
  group,
  open,
  part,
  isFolded,
  onFold,
}: {
  group: Group;
  open: string;
  part: string;
  isFolded: boolean;
  onFold: () => void;
}) {
  const t = useText();
  const { here } = usePage<typeof flowGrammar, "id">();
  const { document, language } = useEditor();
  // i18n: flow.group.*
  const title =
    group.intent === undefined ? t(`flow.group.${group.key}`) : intentTitle(document, group.intent, language);
  const to = here({
    part: group.intent === undefined ? (group.key === "start" ? "entrances" : "fallback") : group.key,
    node: undefined,
    add: undefined,
    pane: undefined,
  });
  const fromStart = reachable(document, [document.start], false);
  return (
    <div className="fl-group" role="none">
      <GroupHead
        {...{ title, to, isFolded, onFold }}
        level={1}
        current={part === group.key}
        count={group.nodes.length}
        id={group.key}
      />
      {!isFolded && (
        <div role="group">
          {group.nodes.map((name, at) => (
            <NodeRows
              key={name}
              name={name}
              open={open}
              following={group.nodes[at + 1]}
              document={document}
              fromStart={fromStart}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The head of a group: folded by its arrow, opened by its name. */
function GroupHead({
  title,
  count,
  to,
  current,
  level,
  isFolded,
  onFold,
  id,
}: Row & {
  title: string;
  count: number;
  isFolded: boolean;
  onFold: () => void;
  id: string;
}) {
  const f = useFormat();
  const t = useText();
  return (
    <div className="fl-head" role="none">
      <IconButton
        icon={isFolded ? "chevron-right" : "chevron-down"}
        size={14}
        className="scripted fl-fold"
        tabIndex={-1}
        // For the mouse: a tree has rows alone, which are folded by keys.
        aria-hidden
        label={t(isFolded ? "flow.unfold" : "flow.fold", { name: title })}
        onClick={onFold}
      />
      <TreeLink to={to} level={level} current={current} expanded={!isFolded} group={id}>
        <b>{title}</b>
        <span className="fl-n">{f.number(count)}</span>
      </TreeLink>
    </div>
  );
}

/** A row: a link, which in a tree has the tree's keys. */
function TreeLink({
  to,
  level,
  current,
  expanded,
  group,
  className = "",
  title,
  row,
  children,
}: Row & {
  expanded?: boolean;
  group?: string;
  className?: string;
  title?: string;
  row?: OutlineRow;
  children: ReactNode;
}) {
  const go = useGo();
  const scripted = useScripted();
  return (
    <PageLink
      to={to}
      data-discards=""
      className={`fl-row ${className}`}
      title={title}
      aria-current={current ? "true" : undefined}
      {...(scripted && {
        role: "treeitem",
        "aria-level": level,
        "aria-selected": current,
        ...(expanded !== undefined && { "aria-expanded": expanded }),
        tabIndex: current ? 0 : -1,
      })}
      {...(group && { "data-group": group })}
      {...(row && { "data-row": rowText(row) })}
      onClick={(event) => {
        if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        go(to, { stays: true });
      }}
    >
      {children}
    </PageLink>
  );
}

/** A node and its branches. */
function NodeRows({
  name,
  open,
  following,
  document,
  fromStart,
}: {
  name: string;
  open: string;
  following: string | undefined;
  document: FlowDocument;
  fromStart: ReadonlySet<string>;
}) {
  const t = useText();
  const { here } = usePage<typeof flowGrammar, "id">();
  const { language, issues } = useEditor();
  const node = document.nodes[name]!;
  const own = issues.filter((issue) => issue.node === name);
  const branches = branchRows(document, name, following).map((slot) => ({
    slot,
    open: isOpen(slot, document, fromStart, name),
  }));
  const bad = own.some(({ level }) => level === "error") || branches.some((branch) => branch.open);
  const to = here({ node: name, part: undefined, add: undefined, pane: undefined });
  return (
    <div role="none">
      <TreeLink
        to={to}
        level={2}
        current={open === name}
        className="fl-node"
        row={{ node: name }}
        title={firstText(node.text, language) || name}
        {...(branches.length > 0 && { expanded: true })}
      >
        <Icon name={NODE_ICONS[node.type]} size={16} className={`fl-i-${node.type}`} />
        <span className="ellipsis">{nodeLabel(name)}</span>
        {bad ? (
          <Sign tone="bad" label={t("flow.hasErrors")} />
        ) : own.length > 0 ? (
          <Sign tone="warn" label={t("flow.hasWarnings")} />
        ) : null}
      </TreeLink>
      {branches.length > 0 && (
        <div role="group" className="fl-branches">
          {branches.map(({ slot, open: isRed }) => (
            <BranchRow key={slot.path.join("/")} holder={name} slot={slot} isRed={isRed} document={document} />
          ))}
        </div>
      )}
    </div>
  );
}

function Sign({ tone, label }: { tone: "bad" | "warn"; label: string }) {
  return (
    <span className={`fl-sign ${tone}`} title={label}>
      <Icon name={tone === "bad" ? "circle-alert" : "triangle-alert"} size={16} />
      <span className="sr">{label}</span>
    </span>
  );
}

/** Where one of a node's references leads; one that leads nowhere is red and leads to its field. */
function BranchRow({
  holder,
  slot,
  isRed,
  document,
}: {
  holder: string;
  slot: Slot;
  isRed: boolean;
  document: FlowDocument;
}) {
  const t = useText();
  const { here } = usePage<typeof flowGrammar, "id">();
  const name = useBranchName();
  const isThere = slot.target !== undefined && Object.hasOwn(document.nodes, slot.target);
  const to = here({ node: isThere ? slot.target : holder, part: undefined, add: undefined, pane: undefined });
  return (
    <TreeLink to={to} level={3} current={false} className="fl-branch" row={{ node: holder, path: slot.path }}>
      <span className="ellipsis">{name(document, holder, slot)}</span>
      <span className={isRed ? "fl-to bad" : "fl-to"}>
        <span aria-hidden="true" className="mirror">
          →
        </span>{" "}
        {isThere
          ? nodeLabel(slot.target!)
          : slot.target !== undefined
            ? t("flow.goneNode", { name: slot.target })
            : t(isRed ? "flow.nowhere" : "flow.pathEnds")}
      </span>
    </TreeLink>
  );
}

/** What belongs to the bot as a whole. */
export function BotRows({ part, isFolded, onFold }: { part: string; isFolded: boolean; onFold: () => void }) {
  const t = useText();
  const { here } = usePage<typeof flowGrammar, "id">();
  const to = (name: string) => here({ part: name, node: undefined, add: undefined, pane: undefined });
  return (
    <div className="fl-group" role="none">
      <GroupHead
        title={t("flow.group.bot")}
        to={to(BOT_PARTS[0])}
        current={false}
        level={1}
        count={BOT_PARTS.length}
        {...{ isFolded, onFold }}
        id="bot"
      />
      {!isFolded && (
        <div role="group">
          {BOT_PARTS.map((botPart) => (
            <TreeLink key={botPart} to={to(botPart)} level={2} current={part === botPart} className="fl-node">
              <Icon name="settings" size={16} />
              {/* i18n: flow.p.* */}
              <span className="ellipsis">{t(`flow.p.${botPart}`)}</span>
            </TreeLink>
          ))}
        </div>
      )}
    </div>
  );
}
