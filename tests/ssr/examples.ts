/** One address of every page, and an answer for every path they ask for. */
import { boards } from "./boards";
import { numbers } from "./numbers";
import { bots } from "./bots";
import { calendar } from "./calendar";
import { cards } from "./cards";
import { cases } from "./cases";
import { chat } from "./chat";
import { content } from "./content";
import { email } from "./email";
import { flow } from "./flow";
import { calls } from "./calls";
import { customerDocuments } from "./customerDocuments";
import { documents } from "./documents";
import { media } from "./media";
import { handlers } from "./handlers";
import { clients } from "./clients";
import { offers } from "./offers";
import { inbox } from "./inbox";
import { invoices } from "./invoices";
import { shop } from "./shop";
import { leads } from "./leads";
import { masters } from "./masters";
import { people } from "./people";
import { reference } from "./reference";
import { dashboard, moment } from "../ui/reports/dashboard/dashboard";
import { answer as funnels } from "../ui/reports/standard/funnel";
import { dueVisits, everyKind } from "../ui/reports/standard/report";
import { comments, list, savedViews, transcript, viewCounts } from "../ui/reports/history/conversation";
import { fields, options } from "../ui/reports/history/conditions";
import { timeline } from "../ui/reports/contacts/timeline";
import { explanation } from "../ui/reports/explanations/explanation";
import { compared } from "../ui/reports/outlets/compared";
import { ACCOUNT } from "../ui/accounts/settings/account";
import { answered } from "../ui/office/profile/profile";
import { SESSION } from "../ui/rendered";
import { render, type RenderAnswer, type RenderRequest } from "../../ssr/render";
import type { Session } from "../../ui/lib/session";

/** A visitor who is not signed in. */
export const ANONYMOUS: Session = { ...SESSION, user: null, workspace: null };
export { SESSION };

const example = {
  id: "9",
  name: "dialogues.json",
  state: "running",
  dialogues: 2098,
  messages: 38_768,
  done: 900,
  skipped: 2,
  problems: [{ line: 4, reason: "No speaker" }],
  problem_count: 2,
  times_estimated: 2098,
  people_unknown: 2098,
  facts: ["understanding"],
  created_at: "2026-11-21T08:00:00Z",
  finished_at: null,
  link: null,
};
const file = {
  id: "11",
  format: "csv",
  state: "running",
  rows: 1200,
  done: 300,
  size: null,
  error: null,
  created_at: "2026-11-21T08:00:00Z",
  asked_at: "2026-11-21T08:00:00Z",
  finished_at: null,
  expires_at: null,
  client: null,
  query: "bot=7",
  conditions: [],
  intent_title: null,
  file: null,
};
const event = {
  id: "21",
  seq: 4,
  at: "2026-11-21T08:00:00.120Z",
  action: "bot:update",
  subject: "bot",
  subject_id: "7",
  user: { id: "1", name: "Asha Kulkarni" },
  changed: ["name"],
  labels: ["Name"],
  detail: "",
  detail_text: "",
  address: "203.0.113.9",
  user_agent: "Mozilla/5.0",
  request_id: "r-1",
  digest: "0".repeat(64),
};
const job = {
  id: "31",
  kind: "import",
  link: "/admin/import/7",
  state: "running",
  attempts: 1,
  progress: 0.4,
  error: null,
  created_at: "2026-11-21T08:00:00Z",
  run_at: "2026-11-21T08:00:00Z",
  finished_at: null,
};
const pageOf = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const plan = (title: string, popular = false) => ({
  title,
  img: "",
  subtitle: "For one",
  monthlyPrice: popular ? 49 : 0,
  yearlyPlan: { perMonth: popular ? 40 : 0, totalAnnual: popular ? 480 : 0 },
  planBenefits: ["1 live bot"],
  popular,
});

/** Sample questions. */
export const FAQ = {
  payment: {
    icon: "CreditCard",
    title: "Payment",
    subtitle: "Plans",
    qandA: [
      { question: "What counts </script>?", ans: "A session." },
      { question: "GST?", ans: "Yes." },
    ],
  },
};
/** Sample plans. */
export const PRICING = {
  basicPlan: plan("Basic"),
  standardPlan: plan("Standard", true),
  enterprisePlan: plan("Enterprise"),
  qandA: [{ question: "What is a conversation?", ans: "A session." }],
};

/** A second factor in force, and where one is signed in. */
export const FACTOR = {
  since: "2026-11-01T08:00:00Z",
  codes_left: 9,
  required: false,
  has_password: true,
  enrolment: null,
};

/** The identity provider of a workspace. */
export const IDENTITY = {
  identity: {
    issuer: "https://login.example.com",
    created_at: "2026-11-01T08:00:00Z",
    used_at: "2026-11-20T08:00:00Z",
    only_way: false,
  },
};
export const PROVIDER = {
  configured: true,
  id: "61",
  issuer: "https://login.example.com",
  client_id: "parley",
  has_secret: true,
  label: "Example <Ltd>",
  domains: ["example.com", "example.in"],
  creates: true,
  role: "subscriber",
  exclusive: false,
  redirect_uri: "https://parley.example.com/api/v1/session/single-sign-on/answer",
  sign_in_page: "/pages/login-v1/single-sign-on?workspace=demo",
  linked: true,
  revision: 2,
};
export const PLACE = {
  id: "13",
  kind: "cookie",
  current: true,
  ip: "203.0.113.9",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  created_at: "2026-11-21T08:00:00Z",
  last_seen_at: "2026-11-21T08:00:00Z",
};

/** That a task was given to one. */
export const NOTICE = {
  id: "51",
  kind: "task",
  what: "Approve version 42",
  link: "/apps/todo?task=41",
  by: { name: "Devika Nair", avatar: "" },
  created_at: "2026-11-21T08:00:00Z",
  is_read: false,
  revision: 1,
};

/** A bookmark with its last value, and a page one may keep. */
export const BOOKMARK = {
  id: "41",
  title: "Service, this month",
  url: "/reports/dashboard?grp=service&r=this_month",
  icon: "layout-dashboard",
  folder: "",
  position: 1,
  figure: { value: 4911, unit: "count", currency: "INR" },
  as_of: "2026-11-21T08:30:00Z",
  trouble: null,
  revision: 1,
};
const PLACE_TO_KEEP = {
  id: 398_754,
  target: "bots",
  isBookmarked: false,
  title: "Bots",
  icon: "Cpu",
  link: "/admin/bots",
};
/** A task of the to-do list. */
export const TASK = {
  id: "41",
  number: 18,
  title: "Approve version 42",
  description: "Look at **red** items:\n\n- 2 cases",
  due_date: "2026-11-20",
  assignee: { name: "Asha Kulkarni", avatar: "" },
  tags: ["high"],
  is_completed: false,
  is_deleted: false,
  is_important: true,
  updated_at: "2026-11-20T08:00:00Z",
  revision: 3,
};
const TASK_COUNTS = {
  views: { mine: 0, open: 1, important: 1, completed: 1, deleted: 0 },
  tags: { team: 0, low: 0, medium: 0, high: 1, update: 0 },
};
/** The languages of the interface, one of them not offered. */
export const LANGUAGES = {
  items: [
    ["en", "English", "ltr"],
    ["hi", "हिन्दी", "ltr"],
    ["ar", "العربية", "rtl"],
  ].map(([code, name, dir]) => ({ id: code, code, name, dir, active: code !== "ar", coverage: 100, revision: 1 })),
};

/** The API's answer to a path. */
export function answer(path: string): unknown {
  const written =
    leads(path) ??
    masters(path) ??
    reference(path) ??
    offers(path) ??
    boards(path) ??
    numbers(path) ??
    clients(path) ??
    inbox(path) ??
    calls(path) ??
    customerDocuments(path) ??
    media(path) ??
    documents(path) ??
    handlers(path) ??
    cases(path) ??
    flow(path) ??
    bots(path) ??
    content(path) ??
    calendar(path) ??
    shop(path) ??
    cards(path) ??
    people(path) ??
    chat(path) ??
    email(path);
  if (written !== undefined) return written;
  if (path.startsWith("/faq/data")) return FAQ;
  if (path.startsWith("/pricing/data")) return PRICING;
  if (/^\/api\/v1\/reports\/[\w/]+\/explain/.test(path)) return explanation();
  if (path.startsWith("/api/v1/reports/now")) return moment();
  if (/^\/api\/v1\/reports\/(?:dashboard|metrics)/.test(path)) return dashboard();
  if (path.startsWith("/api/v1/reports/usage")) return everyKind("traffic");
  if (path.startsWith("/api/v1/reports/engagement")) return everyKind();
  if (/^\/api\/v1\/reports\/journey\/(?:steps|funnel)/.test(path)) return funnels(path);
  if (path.startsWith("/api/v1/reports/documents")) return everyKind("knowledge");
  if (path.startsWith("/api/v1/reports/speech")) return everyKind();
  if (path.startsWith("/api/v1/reports/journey")) return everyKind();
  if (path.startsWith("/api/v1/reports/groups/psf/due")) return dueVisits();
  if (path.startsWith("/api/v1/reports/groups/")) return everyKind();
  if (path.startsWith("/api/v1/reports/outlets")) return compared();
  if (path.startsWith("/api/v1/conversations/filters")) return path.includes("/options") ? options() : fields();
  if (/^\/api\/v1\/conversations\/\d+\/comments/.test(path)) return comments();
  if (path.startsWith("/api/v1/saved-views/counts")) return viewCounts();
  if (path.startsWith("/api/v1/saved-views")) return savedViews();
  if (path.endsWith("/journey")) return { items: list().items, total: 4 };
  if (path.startsWith("/api/v1/conversations/")) return transcript("1");
  if (path.startsWith("/api/v1/conversations")) return list();
  if (/^\/api\/v1\/contacts\/\d+\/timeline/.test(path)) return timeline();
  if (path.startsWith("/api/v1/contacts"))
    return {
      ...pageOf([
        {
          id: "5",
          name: "Rohan <Deshpande>",
          last4: "4821",
          channels: ["web", "whatsapp"],
          sessions: 3,
          first_at: "2026-11-01T08:11:00+05:30",
          last_at: "2026-11-20T08:11:00+05:30",
          new: true,
        },
      ]),
      masked: false,
      as_of: "2026-11-21T08:32:31Z",
      zone: "Asia/Kolkata",
      range: { from: "2026-10-24", to: "2026-11-20" },
      excluded: { estimated: 2 },
      places: [{ kind: "city", id: "5", name: "Pune <East>" }],
      gone: [],
      clipped: { visible: 4, of: 11 },
    };
  if (path.startsWith("/api/v1/try/"))
    return { bot: "Service Desk", languages: ["en", "hi"], published: true, trial: "" };
  if (path.startsWith("/api/v1/imports/")) return example;
  if (path.startsWith("/api/v1/imports")) return pageOf([example]);
  if (path.startsWith("/api/v1/exports")) return pageOf([file]);
  if (path.startsWith("/api/v1/audit"))
    return pageOf([
      event,
      {
        ...event,
        id: "20",
        action: "session:fail",
        subject: "session",
        subject_id: null,
        user: null,
        changed: [],
        labels: [],
      },
    ]);
  if (path.startsWith("/api/v1/notifications"))
    return {
      ...pageOf([
        NOTICE,
        {
          ...NOTICE,
          id: "50",
          kind: "sign_in",
          what: PLACE.user_agent,
          link: "/pages/account-settings/security",
          by: null,
          is_read: true,
        },
      ]),
      unread: 1,
      live: "0",
    };
  if (path.startsWith("/api/v1/jobs"))
    return pageOf([job, { ...job, id: "30", state: "failed", attempts: 5, error: "RuntimeError: No room." }]);
  if (path.startsWith("/api/v1/me/second-factor")) return FACTOR;
  if (/^\/api\/v1\/(?:me|people\/\d+)\/identity$/.test(path)) return IDENTITY;
  if (path.startsWith("/api/v1/me/sessions"))
    return pageOf([PLACE, { ...PLACE, id: "12", kind: "bearer", current: false }]);
  if (path === "/api/v1/work")
    return { items: [{ kind: "import", id: "7", name: "march.jsonl", done: 10, of: 40, link: "/admin/import/7" }] };
  if (path.startsWith("/api/v1/bookmarks/bar")) return { bookmarks: [BOOKMARK] };
  if (path.startsWith("/api/v1/bookmarks"))
    return {
      ...pageOf([
        BOOKMARK,
        {
          ...BOOKMARK,
          id: "42",
          folder: "Daily",
          trouble: { kind: "value_invalid", key: "grp", value: "colour", url: "/reports/dashboard" },
        },
      ]),
      per: 50,
    };
  if (path.startsWith("/api/bookmarks/data")) return { suggestions: [PLACE_TO_KEEP], bookmarks: [] };
  if (path.startsWith("/api/v1/search"))
    return {
      q: "desk",
      groups: [
        {
          id: "bots",
          total: 5,
          more: false,
          hits: [
            {
              id: "7",
              url: "/admin/bots?q=Service%20Desk",
              title: [
                { text: "Service ", hit: false },
                { text: "Desk", hit: true },
              ],
              detail: [],
              icon: "bot",
              at: null,
            },
          ],
          next: null,
          previous: null,
        },
      ],
    };
  if (path.startsWith("/api/v1/invoices")) return invoices(path);
  if (path.startsWith("/api/v1/tasks/counts")) return TASK_COUNTS;
  if (path.startsWith("/api/v1/tasks/")) return TASK;
  if (path.startsWith("/api/v1/tasks"))
    return { ...pageOf([{ ...TASK, is_completed: path.includes("completed") }]), per: 50 };
  if (path.startsWith("/api/v1/session/single-sign-on"))
    return { providers: [{ id: "61", label: PROVIDER.label, workspace: "Meridian Motors" }] };
  if (path.startsWith("/api/v1/workspace/identity-provider")) return PROVIDER;
  if (path.startsWith("/api/v1/workspace/policy"))
    return { second_factor_required: false, second_factor_from: null, revision: 1 };
  if (path.startsWith("/api/v1/account")) return ACCOUNT;
  if (path.startsWith("/api/v1/profile")) return answered(path);
  if (path.startsWith("/api/v1/languages")) return LANGUAGES;
  if (path.startsWith("/api/v1/invitations")) return pageOf([]);
  throw new Error(`No example for ${path}`);
}

/** Render until nothing is needed any more, as Flask does. */
export async function rounds(request: RenderRequest, status = 200): Promise<RenderAnswer & { requests: string[] }> {
  const answers: NonNullable<RenderRequest["answers"]> = {};
  for (let round = 0; round < 4; round += 1) {
    const result = await render({ ...request, answers });
    if (!("needs" in result)) return { ...result, requests: Object.keys(answers) };
    for (const need of result.needs)
      answers[need] = { status, body: status < 400 ? answer(need) : { status, detail: "No." } };
  }
  throw new Error("The page never stopped asking.");
}
