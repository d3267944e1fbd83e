/** A bot's documents, the passages of one, and questions without an answer. */
import type { Shape } from "../../ui/api";

const page = <T>(items: T[]) => ({ items, total: items.length, page: 1, per: 25, next: null, previous: null });

export const DOCUMENT: Shape<"Document"> = {
  id: "81",
  title: "Vela owner’s manual 2026",
  source: "file",
  kind: "pdf",
  file_name: "vela-owners-manual-2026.pdf",
  address: "",
  folder: "Manuals",
  state: "live",
  reason: "",
  warning: "",
  possible: ["disable", "crawl"],
  progress: null,
  review_by: "2027-10-01",
  every: null,
  next_read_at: null,
  read_at: "2026-10-02T03:42:00Z",
  read_ms: 48_000,
  size: 11_400_000,
  pages: 214,
  passages: 386,
  words: 51_204,
  languages: ["en"],
  engine: "minilm",
  changes: { added: 22, removed: 17, same: 347 },
  replaces: null,
  times_found: 318,
  cited: 204,
  used_at: "2026-11-20T08:31:00Z",
  rated: 24,
  helpful: 0.542,
  revision: 4,
};

const FAILED: Shape<"Document"> = {
  ...DOCUMENT,
  id: "82",
  title: "Extended warranty brochure",
  file_name: "ew-brochure-scan.pdf",
  state: "failed",
  reason: "no_text",
  possible: ["crawl"],
  read_at: null,
  passages: 0,
  changes: {},
};

const READING: Shape<"Document"> = {
  ...DOCUMENT,
  id: "83",
  title: "Accessories catalogue",
  source: "sitemap",
  kind: "sitemap",
  file_name: "",
  address: "https://meridian.example/sitemap.xml",
  state: "stale",
  warning: "unreachable",
  progress: 0.4,
  every: "day",
};

const PASSAGE: Shape<"Passage"> = {
  id: "91",
  number: 231,
  page: 141,
  heading: "Engine oil and filter",
  text: "Replace the engine oil and the oil filter every 10,000 km or 12 months, whichever comes first.",
  words: 142,
  address: "",
  has_picture: true,
  times_found: 61,
  cited: 48,
  rated: 12,
  helpful: 0.833,
};

const GROUP: Shape<"QuestionGroup"> = {
  id: "95",
  text: "does a CNG kit end the warranty",
  language: "en",
  state: "open",
  possible: ["answer", "ignore"],
  count: 41,
  conversations: 6,
  recent: 5,
  examples: ["cng kit warranty valid hai kya"],
  conversation: "7",
  turn: 2,
  last_at: "2026-11-20T08:00:00Z",
  revision: 1,
};

const TOTALS = {
  documents: 3,
  answering: 2,
  passages: 772,
  stale: 1,
  most_overdue: { id: "93", title: "Service price list", review_by: "2026-10-31" },
  poorly_rated: 1,
  bytes: 38_100_000,
  most_bytes: 209_715_200,
};
const CITED = {
  id: "97",
  at: "2026-11-20T08:31:00Z",
  passage: "91",
  page: 141,
  score: 0.79,
  question: "vela ka oil kab change karna hai",
  helpful: false,
  conversation: "7",
  turn: 2,
};

/** A part of the questions of seven days, and of those before. */
const share = (
  id: Shape<"QuestionShare">["id"],
  [num, den]: [number, number],
  [num_before, den_before]: [number, number],
  days: (number | null)[],
) => ({ id, num, den, num_before, den_before, days });

/** The answer to a path of theirs; nothing for any other. */
export function documents(path: string): unknown {
  if (/\/documents\/\d+\/chunks/.test(path)) return page([PASSAGE, { ...PASSAGE, id: "92", times_found: 0, cited: 0 }]);
  if (/\/documents\/\d+\/citations/.test(path)) return page([CITED]);
  if (/\/bots\/\d+\/documents\/\d+/.test(path)) return DOCUMENT;
  if (/\/bots\/\d+\/documents/.test(path))
    return { ...page([DOCUMENT, FAILED, READING]), totals: TOTALS, folders: ["Manuals"] };
  if (/\/bots\/\d+\/questions/.test(path))
    return {
      ...page([GROUP, { ...GROUP, id: "96", state: "answered", possible: ["reopen"] }]),
      summary: { total: 673, answered: 521, groups: 1 },
      shares: [
        share("answered", [521, 673], [480, 640], [0.7, 0.72, 0.71, 0.75, 0.77, 0.78, 0.8]),
        share("found", [594, 673], [560, 640], [0.8, 0.85, null, 0.86, 0.9, 0.88, 0.9]),
        share("helpful", [12, 14], [30, 40], [1, null, 0.5, 0.9, 1, null, 0.8]),
      ],
    };
  return undefined;
}
