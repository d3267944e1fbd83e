/** Example answers of code lists. */
import type { Call, Delivery, Entry, EntryPage, Lists, Snippet, Webhook } from "../../ui/features/reference/types";

const entry: Entry = {
  id: "71",
  code: "price",
  labels: { en: "Price <too> high", hi: "कीमत ज़्यादा", ar: "السعر مرتفع" },
  belongs_to: "vela",
  order: 1,
  active: true,
  valid_from: "2026-01-01",
  valid_to: null,
  used: 2,
  url: "",
  revision: 3,
};
const page: EntryPage = {
  list: "lost-reasons",
  kept_at: "",
  items: [entry, { ...entry, id: "72", code: "late", labels: {}, active: false, used: 0, valid_to: "2026-12-31" }],
  total: 2,
  page: 1,
  per: 50,
  next: null,
  previous: null,
};
const entries: EntryPage = {
  ...page,
  list: "languages",
  kept_at: "/admin/languages",
  items: [{ ...entry, id: null, revision: null, code: "hi", url: "/admin/languages" }],
};
export const LISTS: Lists = {
  items: [
    { list: "vehicle-models", total: 14, active: 12, kept_at: "" },
    { list: "languages", total: 3, active: 3, kept_at: "/admin/languages" },
  ],
};

const SNIPPET: Snippet = {
  id: "81",
  key: "hours",
  texts: { en: "We open at <nine>, {{contact.first_name}}.", ar: "نفتح في التاسعة." },
  note: "Asked most",
  variables: ["contact.first_name"],
  used: 1,
  revision: 2,
};
const AREAS = [{ name: "bots", description: "Bots <of> clients.", calls: 2 }];
const CALL: Call = {
  method: "PATCH",
  path: "/api/v1/bots/{bot_id}",
  summary: "Change a bot.",
  ability: "update Bot",
  curl: "curl -X PATCH 'https://parley.example/api/v1/bots/{bot_id}'",
  link: "/api/docs#patch-api-v1-bots-bot-id",
  scopes: ["read_bot"],
};
export const METRICS = {
  items: [
    {
      id: "fallback_rate",
      version: 2,
      name: "Fallback",
      unit: "percent",
      formula: "fallback turns ÷ turns",
      population: "Turns",
      null_rule: "— when there is none",
      better: "down",
      versions: [
        { version: 2, since: "2026-12-01", change: "Choices are left out." },
        { version: 1, since: "2026-11-21", change: "First definition." },
      ],
    },
  ],
};

const PAGED = { total: 1, page: 1, per: 25, next: null, previous: null };
const WEBHOOK: Webhook = {
  id: "61",
  name: "",
  url: "https://crm.example.com/<parley>",
  events: ["goal.reached"],
  active: true,
  failing_since: null,
  switched_off_at: null,
  created_at: "2026-11-21T08:00:00Z",
  revision: 1,
};
const DELIVERY: Delivery = {
  id: "71",
  event: "goal.reached",
  state: "failed",
  body: "{}",
  attempts: [{ at: "2026-11-21T08:00:00Z", status: 500, error: "", ms: 12 }],
  next_at: null,
  created_at: "2026-11-21T08:00:00Z",
};

/** The answer to a path of code lists; nothing for any other. */
export function reference(path: string): unknown {
  if (path === "/api/v1/metrics") return METRICS;
  if (path.startsWith("/api/v1/snippets"))
    return path.endsWith("/uses")
      ? { total: 1, uses: [{ kind: "bot", name: "Desk", url: "/admin/bots/7/flow" }] }
      : path.startsWith("/api/v1/snippets/")
        ? SNIPPET
        : { items: [SNIPPET], total: 1, page: 1, per: 50, next: null, previous: null };
  if (path.startsWith("/api/v1/webhooks"))
    return { items: path.includes("/deliveries") ? [DELIVERY] : [WEBHOOK], ...PAGED };
  if (path.startsWith("/api/v1/programs/calls")) return { areas: AREAS, calls: [CALL] };
  if (!path.startsWith("/api/v1/reference")) return undefined;
  if (path.endsWith("/uses"))
    return { total: 2, uses: [{ kind: "variant", name: "Vela VX", url: "/admin/reference" }] };
  if (path.includes("/entries/")) return entry;
  if (path === "/api/v1/reference") return LISTS;
  return path.includes("languages") ? entries : path.includes("holidays") ? { ...page, items: [], total: 0 } : page;
}
