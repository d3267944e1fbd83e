/** A difference of two flow documents in the reader's words: where it is, and its text before and after. */
import { useFormat, useText } from "../../../lib/i18n";
import { DAYS } from "../../../components/fields/hours";
import { useConditionText } from "../../../hooks/useConditionText";
import { useLanguageName } from "../document/languageName";
import { codeWords } from "../../../lib/codes";
import { firstText } from "../document/wordings";
import type { Texts } from "../document/types";
import type { Change } from "./api";

const LEADING = ["next", "else", "failed", "none", "closed", "to", "then", "goto", "start"];
/** Fields whose label in the editor says what they are. */
const FIELDS: Readonly<Record<string, string>> = {
  save: "flow.saveIn",
  kind: "flow.kind",
  entity: "flow.entity",
  scale: "flow.scale",
  method: "flow.method",
  url: "flow.address",
  headers: "flow.request",
  body: "flow.body",
  timeout_s: "flow.timeout",
  queue: "flow.queue",
  call_back: "flow.callBack",
  name: "flow.goalName",
  value: "flow.goalValue",
  back: "flow.back",
  seconds: "flow.seconds",
  options: "flow.buttons",
  buttons: "flow.links",
  branches: "flow.conditions",
  variants: "flow.shares",
  media: "flow.media",
  set: "flow.sets",
  type: "versions.nodeType",
  times: "flow.askAgain",
  weight: "flow.weight",
  zone: "versions.zone",
  holidays: "versions.holidays",
  answer: "flow.answered",
  "retry/text": "flow.retryText",
  "retry/times": "flow.askAgain",
  "retry/then": "flow.branch.then",
  "skip/label": "flow.skipLabel",
  "skip/next": "flow.branch.skip",
  retry: "flow.retry.title",
  skip: "flow.skip",
  else: "flow.branch.else",
  failed: "flow.branch.failed",
  none: "flow.branch.none",
  closed: "flow.branch.closed",
};
const ROWS: Readonly<Record<string, string>> = {
  options: "flow.button",
  buttons: "flow.link",
  branches: "flow.conditionOf",
  variants: "flow.shareOf",
};
const SETTINGS: Readonly<Record<string, string>> = {
  languages: "versions.languages",
  start: "flow.group.start",
  fallback: "flow.p.fallback",
  confirm: "flow.p.confirm",
  restart: "flow.p.restart",
  goals: "flow.goals",
  hours: "flow.p.hours",
  sensitivity: "flow.sensitivity",
  theme: "versions.theme",
};

/** What is shown of a change. */
export function useChangeWords() {
  const t = useText();
  const f = useFormat();
  const languageName = useLanguageName();
  const { words } = useConditionText();
  const last = ({ field, name }: Change) => (field ? field.slice(field.lastIndexOf("/") + 1) : name);
  const isLead = (change: Change) => change.kind !== "variable" && LEADING.includes(last(change));
  const kind = ({ kind: of, before, after }: Change): string => {
    const type = after ?? before;
    // i18n: flow.t.* versions.kind.*
    return of === "node" && type ? t(`flow.t.${type}`) : t(`versions.kind.${of}`);
  };
  const title = ({ kind: of, name, title: label }: Change): string => {
    if (of === "setting") return t(SETTINGS[name] ?? "versions.kind.setting");
    // A question may have several wordings; the first says which one it is.
    return label ?? (of === "knowledge" ? list(name)[0]! : codeWords(name));
  };
  /** Where within the thing. */
  const part = (change: Change): string => {
    const steps = change.field.split("/");
    const [first = "", second = "", third] = steps;
    if (change.kind === "entity")
      return [second && codeWords(second), third && languageName(third)].filter(Boolean).join(f.comma);
    if (first === "week") return DAYS.includes(second as never) ? f.weekday(DAYS.indexOf(second as never), "long") : "";
    if (change.name === "restart") return first && languageName(first);
    const row = ROWS[first];
    if (row && second) return t(row, { n: Number(second) + 1 });
    if (first === "set" && second) return codeWords(second);
    const label = FIELDS[change.field] ?? FIELDS[first];
    return label ? t(label) : "";
  };
  const where = (change: Change): string => {
    const within = part(change);
    return within ? t("versions.in", { name: title(change), part: within }) : title(change);
  };
  /** Its text before, or now; null where it is too much for a line. */
  const value = (change: Change, text: string): string | null => {
    const key = last(change);
    if (isLead(change) || ["save", "entity", "queue", "goals"].includes(key))
      return list(text).map(codeWords).join(f.comma);
    if (key === "if") return words(text);
    // i18n: flow.k.* flow.sure.*
    if (key === "kind") return t(`flow.k.${text}`);
    if (change.kind === "variable" && key === "type") return codeWords(text);
    if (change.name === "sensitivity") return t(`flow.sure.${text}`);
    if (change.name === "languages") return f.list(list(text).map(languageName));
    if (text === "true" || text === "false") return t(text === "true" ? "conditions.fixed.yes" : "conditions.fixed.no");
    return /^[[{]/.test(text) ? inWords(text) : text;
  };
  const inWords = (json: string): string | null => {
    const data: unknown = JSON.parse(json);
    if (!Array.isArray(data)) return null;
    const all = data.map((item: unknown) => {
      if (Array.isArray(item)) return item.join("–");
      const label = (item as { label?: Texts } | null)?.label;
      return label ? firstText(label, "") : null;
    });
    return all.every((label) => label !== null) ? all.join(f.comma) : null;
  };
  return { kind, title, where, value, isLead, language: languageName };
}

/** A list of texts as the API writes it. */
const list = (text: string): string[] => text.split(" / ");
