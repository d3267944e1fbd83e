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
const pageOf = (items: unknown[]) => ({ items, total: items.length, page: 1, per: 10, next: null, previous: null });
const plan = (title: string, popular = false) => ({ title, img: "", subtitle: "For one", monthlyPrice: popular ? 49 : 0, yearlyPlan: { perMonth: popular ? 40 : 0, totalAnnual: popular ? 480 : 0 }, planBenefits: ["1 live bot"], popular });

/** Sample questions. */
export const FAQ = { payment: { icon: "CreditCard", title: "Payment", subtitle: "Plans", qandA: [{ question: "What counts </script>?", ans: "A session." }, { question: "GST?", ans: "Yes." }] } };
/** Sample plans. */
export const PRICING = { basicPlan: plan("Basic"), standardPlan: plan("Standard", true), enterprisePlan: plan("Enterprise"), qandA: [{ question: "What is a conversation?", ans: "A session." }] };

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
