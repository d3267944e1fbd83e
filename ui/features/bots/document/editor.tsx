/** What every field of a flow's editors knows: the document, how to change it, and what is wrong with it. */
import { createContext, useContext, useEffect, type MouseEvent, type ReactNode } from "react";
import { PageLink } from "../../../components";
import { useText } from "../../../lib/i18n";
import { useGo, type FormState } from "../../../page";
import { setAt, valueAt } from "./edit";
import type { Beside } from "./history";
import { useLanguagesOf } from "./useLanguagesOf";
import type { FlowDocument, Issue, Path } from "./types";

export interface Editor {
  bot: string;
  document: FlowDocument;
  revision: number;
  issues: readonly Issue[];
  mayEdit: boolean;
  /** The bot's first language, and the one that is beside it. */
  language: string;
  beside: string | undefined;
  /** What a form without script has left behind. */
  refused: FormState | null;
  change: (document: FlowDocument, about?: string) => void;
  /** Make what was done besides the document a step to undo. */
  note: (beside: Beside, about?: string) => void;
  /** Note whether the text of a field can be read; what cannot is not saved. */
  mark: (field: string, isUnread: boolean) => void;
  /** The caret is in a text of this language. */
  caret: (language: string) => void;
  /** The address at which a node is edited. */
  at: (node: string) => string;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

/** The editor around the component. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("This field belongs inside an editor.");
  return editor;
}

const RootContext = createContext<Path>([]);

/** Names of fields within count from here: a node, an intent, or the document itself. */
export function FieldRoot({ path, children }: { path: Path; children: ReactNode }) {
  return <RootContext value={path}>{children}</RootContext>;
}

/** The path that a field's name means. */
export const pathOf = (name: string): Path => name.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** What the fields of one part of the document are made of. */
export function useFields() {
  const editor = useEditor();
  const root = useContext(RootContext);
  const written = useIssueText();
  const full = (name: string): Path => [...root, ...pathOf(name)];
  const prefix = root.join("/");
  const textsOf = (name: string, level: string): string[] =>
    editor.issues.filter((issue) => issue.level === level && issue.path === full(name).join("/")).map(written);
  return {
    editor,
    root,
    full,
    value: (name: string) => valueAt(editor.document, full(name)),
    /** What a refused form held in a field, or else what is stored. */
    text: (name: string): string => {
      const typed = editor.refused?.values[name];
      const stored = valueAt(editor.document, full(name));
      return typed ?? (stored === undefined || stored === null ? "" : String(stored));
    },
    set: (name: string, value: unknown) =>
      editor.change(setAt(editor.document, full(name), value), full(name).join("/")),
    errors: (name: string): string[] => {
      const refused = editor.refused?.problem.errors?.[name];
      return refused ? (Array.isArray(refused) ? refused : [refused]) : textsOf(name, "error");
    },
    warnings: (name: string) => textsOf(name, "warning"),
    /** Errors of the part as a whole. */
    own: () => editor.issues.filter(({ path, level }) => path === prefix && level === "error").map(written),
  };
}

/** Have the page say that it is not all saved while a field holds a text that cannot be read. */
export function useUnread(field: string, isUnread: boolean) {
  const { mark } = useEditor();
  useEffect(() => {
    mark(field, isUnread);
    return () => mark(field, false);
  }, [mark, field, isUnread]);
}

/** Issues in the reader's words. */
export function useIssueText(): (issue: Issue) => string {
  const t = useText();
  const languagesOf = useLanguagesOf();
  return (issue) => issueText(issue, t, languagesOf);
}

/** An issue in words; what only the server can say of it comes in its own. */
function issueText(
  { code, message }: Issue,
  t: ReturnType<typeof useText>,
  languagesOf: ReturnType<typeof useLanguagesOf>,
): string {
  const [first = "", owner = "", other = "", others = ""] = [...message.matchAll(/“([^“”]*)”/g)].map(
    ([, word]) => word,
  );
  const key = `flow.i.${code === "missing_goal" && first ? "missing_goal_named" : code}`;
  // i18n: flow.i.*
  const text = t(key, {
    first,
    owner,
    other,
    others,
    n: Number(/\d+/.exec(message.replace(/“[^“”]*”/g, ""))?.[0] ?? 0),
    languages: languagesOf(message),
    way: /: ([^:]+)\.$/.exec(message)?.[1] ?? "",
  });
  return text === key ? message : text;
}

/** A link to another part of the same editor: nothing typed is lost by it, so that nobody is asked. */
export function EditorLink({
  to,
  replace = false,
  children,
  ...rest
}: {
  to: string;
  replace?: boolean;
  className?: string;
  children: ReactNode;
  "aria-label"?: string;
  "aria-current"?: "true" | "page";
  title?: string;
}) {
  const go = useGo();
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to, { stays: true, replace });
  };
  return (
    <PageLink {...rest} to={to} onClick={click} data-discards="">
      {children}
    </PageLink>
  );
}
