/** What a query key takes; apart from reading, because only the page that says so needs it. */
import type { Rule } from "./query";

/** Say what is valid for a rule, in a form that needs no translation. */
export function valid(rule: Rule): string {
  switch (rule.type) {
    case "enum":
    case "enums":
      return rule.values.join(", ");
    case "int":
      return `${rule.min}–${rule.max}`;
    case "text":
    case "list":
      return `≤ ${rule.max}`;
    case "ids":
      return "1,2,3";
    case "refs":
      return rule.values.map((kind) => `${kind}:1`).join(", ");
    case "day":
      return "2026-01-31";
    case "range":
      return `${rule.values.join(", ")}, 2026-01-01..2026-01-31`;
    case "zone":
      return "client, viewer, Asia/Kolkata";
    case "flag":
      return "1";
    case "place":
      return "1–999999";
  }
}
