/** One address of every page, and an answer for every path they ask for. */
import { dashboard } from "../ui/reports/dashboard";
import { list, transcript } from "../ui/conversations/conversation";
import { SESSION } from "../ui/reports/rendered";
import { render, type RenderAnswer, type RenderRequest } from "../../ssr/render";
import type { Session } from "../../ui/lib/session";

/** A visitor who is not signed in. */
export const ANONYMOUS: Session = { ...SESSION, user: null, workspace: null };
export { SESSION };

const bot = { id: "7", name: "Service Desk", group: "service", language: "hi", state: "live", client: { id: "1", name: "Meridian Motors" }, sessions_28d: 2690, version: 41 };
const one = { id: "9", name: "dialogues.json", state: "running", dialogues: 2098, messages: 38_768, done: 900, skipped: 2, problems: [{ line: 4, reason: "No speaker" }], problem_count: 2, created_at: "2026-11-21T08:00:00Z", finished_at: null, link: null };
const file = { id: "11", state: "running", rows: 1200, done: 300, size: null, error: null, created_at: "2026-11-21T08:00:00Z", asked_at: "2026-11-21T08:00:00Z", finished_at: null, expires_at: null, query: "bot=7", file: null };
const event = { id: "21", seq: 4, at: "2026-11-21T08:00:00.120Z", action: "bot:update", subject: "bot", subject_id: "7", user: { id: "1", name: "Asha Kulkarni" }, changed: ["name"], detail: "", address: "203.0.113.9", user_agent: "Mozilla/5.0", request_id: "r-1", digest: "0".repeat(64) };
const job = { id: "31", kind: "import", state: "running", attempts: 1, progress: 0.4, error: null, created_at: "2026-11-21T08:00:00Z", run_at: "2026-11-21T08:00:00Z", finished_at: null };
const pageOf = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const plan = (title: string, popular = false) => ({ title, img: "", subtitle: "For one", monthlyPrice: popular ? 49 : 0, yearlyPlan: { perMonth: popular ? 40 : 0, totalAnnual: popular ? 480 : 0 }, planBenefits: ["1 live bot"], popular });

/** Sample questions. */
export const FAQ = { payment: { icon: "CreditCard", title: "Payment", subtitle: "Plans", qandA: [{ question: "What counts </script>?", ans: "A session." }, { question: "GST?", ans: "Yes." }] } };
/** Sample plans. */
export const PRICING = { basicPlan: plan("Basic"), standardPlan: plan("Standard", true), enterprisePlan: plan("Enterprise"), qandA: [{ question: "What is a conversation?", ans: "A session." }] };

/** A second factor in force, and where one is signed in. */
export const FACTOR = { since: "2026-11-01T08:00:00Z", codes_left: 9, required: false, enrolment: null };
export const PLACE = { id: "13", kind: "cookie", current: true, ip: "203.0.113.9", user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", created_at: "2026-11-21T08:00:00Z", last_seen_at: "2026-11-21T08:00:00Z" };

/** The API's answer to a path. */
export function answer(path: string): unknown {
  if (path.startsWith("/faq/data")) return FAQ;
  if (path.startsWith("/pricing/data")) return PRICING;
  if (path.startsWith("/api/v1/reports/dashboard")) return dashboard();
  if (path.startsWith("/api/v1/conversations/")) return transcript("1");
  if (path.startsWith("/api/v1/conversations")) return list();
  if (path.startsWith("/api/v1/bots")) return pageOf([bot]);
  if (path.startsWith("/api/v1/imports/")) return one;
  if (path.startsWith("/api/v1/imports")) return pageOf([one]);
  if (path.startsWith("/api/v1/exports")) return pageOf([file]);
  if (path.startsWith("/api/v1/audit")) return pageOf([event, { ...event, id: "20", action: "session:fail", subject: "session", subject_id: null, user: null, changed: [] }]);
  if (path.startsWith("/api/v1/jobs")) return pageOf([job, { ...job, id: "30", state: "failed", attempts: 5, error: "RuntimeError: No room." }]);
  if (path.startsWith("/api/v1/me/second-factor")) return FACTOR;
  if (path.startsWith("/api/v1/me/sessions")) return pageOf([PLACE, { ...PLACE, id: "12", kind: "bearer", current: false }]);
  if (path.startsWith("/api/v1/workspace/policy")) return { second_factor_required: false };
  throw new Error(`No example for ${path}`);
}

/** Render until nothing is needed any more, as Flask does. */
export async function rounds(request: RenderRequest, status = 200): Promise<RenderAnswer & { asked: string[] }> {
  const answers: NonNullable<RenderRequest["answers"]> = {};
  for (let round = 0; round < 4; round += 1) {
    const result = await render({ ...request, answers });
    if (!("needs" in result)) return { ...result, asked: Object.keys(answers) };
    for (const need of result.needs) answers[need] = { status, body: status < 400 ? answer(need) : { status, detail: "No." } };
  }
  throw new Error("The page never stopped asking.");
}
