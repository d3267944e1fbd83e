/** Targets: their list and form, and what a card says of one. */
import { expect, test } from "vitest";
import { boards } from "../../../ssr/boards";
import { opened, SESSION } from "../../rendered";
import { card, dashboard } from "../dashboard/dashboard";

const reader = { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Dashboard" }] } };
type Target = NonNullable<ReturnType<typeof card>["target"]>;

const line = async (unit: "count" | "percent", target: Target) =>
  (await opened("/reports/dashboard", () => dashboard({ cards: [card("csat", { unit, target })] }))).text(".kt");

test("each is written in the unit of its metric, one that was removed in words", async () => {
  const page = await opened("/reports/targets", boards);
  expect(page.texts("tbody tr").map((row) => row.replace("Asha Kulkarni 1 Nov 2026, 10:30", ""))).toEqual([
    "Engaged sessionsService <Desk>November 20261,200",
    "CSATAll botsNovember 202682.5%",
    "Cost per sessionService <Desk>November 2026Removed",
  ]);
});

test("the form begins with the target it was opened from, and metrics say their unit", async () => {
  const page = await opened("/reports/targets?do=set&target=8", boards);
  const value = (name: string) => page.document.querySelector(`[name=${name}]`) as unknown as { value: string };
  expect(page.document.querySelector("[name=month]")?.getAttribute("value")).toBe("2026-11");
  expect(page.document.querySelector("[name=value]")?.getAttribute("value")).toBe("1200");
  expect(value("bot").value).toBe("7");
  expect(page.texts("[name=metric] option")).toEqual([
    "Engaged sessions",
    "CSAT (%)",
    "Cost per session (INR)",
    "Session length, median (ms)",
  ]);
});

test("who only reads has the list and its history, and no form", async () => {
  const page = await opened("/reports/targets?do=set", boards, { session: reader });
  expect(page.texts("dialog, .page-actions a, tbody a")).toEqual([]);
  expect(page.texts("tbody tr").length).toBe(3);
});

test("a card says how much of a sum is reached, and of a rate whether it is", async () => {
  expect(await line("count", { value: 1200, attained: 95, met: false, prorated: true })).toBe(
    "Target so far 1,200 95.0%not met",
  );
  expect(await line("percent", { value: 80, attained: null, met: true, prorated: false })).toBe("Target 80.0% met");
  expect((await opened("/reports/dashboard", () => dashboard())).texts(".kt")).toEqual([]);
});
