/** Annotations: their list and form, and the marks they and other events leave on charts. */
import { expect, test } from "vitest";
import type { Marker } from "../../../../ui/features/reports/cards/flags";
import { ANNOTATION, boards } from "../../../ssr/boards";
import { opened, SESSION } from "../../rendered";
import { dashboard } from "../dashboard/dashboard";
import { column, figure, report } from "../standard/report";

const marker = (changes: Partial<Marker>): Marker => ({
  at: "2026-11-19T10:00:00+05:30",
  kind: "note",
  text: "Prices",
  version: null,
  link: null,
  step: 1,
  ...changes,
});
const MARKERS = [
  marker({ kind: "release", text: "Desk", version: 3, link: "/admin/bots/7/versions", step: 0 }),
  marker({ kind: "outage", text: "Web down", link: "/reports/annotations?do=edit&annotation=7" }),
  marker({ kind: "rollback", text: "Desk", version: 2 }),
];
const SERIES = figure("users", "series", {
  columns: [column("when", "date"), column("new")],
  rows: [
    ["2026-11-18", 5],
    ["2026-11-19", 2],
  ],
});
const reader = { user: { ...SESSION.user!, ability: [{ action: "read", subject: "Dashboard" }] } };
const marked = (url: string, session = {}) => opened(url, () => ({ ...report(SERIES), markers: MARKERS }), { session });

test("charts have a flag for each step in which something happened, and a list of it below the table", async () => {
  const page = await marked("/reports/engagement");
  expect(page.texts("#f-users .flag-text")).toEqual([
    "\u2068Desk\u2069 v3 live",
    "Outage: \u2068Web down\u2069 · \u2068Desk\u2069 back to v2",
  ]);
  expect(page.texts("#f-users details .markers li").map((text) => text.replace(/[\u2068\u2069]/g, ""))).toEqual([
    "19 Nov 2026, 10:00 Desk v3 live",
    "19 Nov 2026, 10:00 Outage: Web down",
    "19 Nov 2026, 10:00 Desk back to v2",
  ]);
  expect(page.link("#f-users .markers a")).toBe("/admin/bots/7/versions");
});

test("a marker leads only where its reader may go", async () => {
  const page = await opened("/reports/dashboard", () => dashboard({ markers: MARKERS }), { session: reader });
  expect(page.texts(".markers a")).toEqual(["Outage: \u2068Web down\u2069"]);
});

test("a switch in the address hides them", async () => {
  expect((await marked("/reports/engagement")).link(".switch-link")).toBe("/reports/engagement?markers=off");
  const page = await marked("/reports/engagement?markers=off");
  expect(page.texts(".flag, .markers")).toEqual([]);
  expect(page.link(".switch-link")).toBe("/reports/engagement");
  expect(page.document.querySelector(".switch-link")?.getAttribute("aria-checked")).toBe("false");
});

test("the list names kind and time, and its form opens what it is about", async () => {
  const page = await opened("/reports/annotations", boards);
  expect(page.texts("tbody tr")).toEqual([
    "Prices <changed>Note19 Nov 2026, 10:00",
    "Web chat downOutage19 Nov 2026, 10:00",
  ]);
  const edit = await opened("/reports/annotations?do=edit&annotation=6", boards);
  const form = edit.document.querySelector("dialog form")!;
  const action = new URLSearchParams(form.getAttribute("action")!.split("?")[1]);
  expect([action.get("call"), action.get("method"), action.get("revision")]).toEqual([
    "/api/v1/annotations/6",
    "PATCH",
    String(ANNOTATION.revision),
  ]);
  expect(edit.document.querySelector("[name=at]")?.getAttribute("value")).toBe("2026-11-19T10:00");
});

test("a refused form keeps what was typed", async () => {
  const page = await opened("/reports/annotations?do=new", boards, {
    form: {
      call: "/api/v1/annotations",
      values: { text: "Half", kind: "outage", at: "2026-02-30T10:00" },
      problem: { status: 422, instance: "/api/v1/annotations", errors: { at: ["This is no time."] } },
    } as never,
  });
  expect(page.document.querySelector("[name=text]")?.getAttribute("value")).toBe("Half");
  expect(page.text(".field-error")).toBe("This is no time.");
});

test("who only reads sees no way to change anything", async () => {
  const page = await opened("/reports/annotations?do=edit&annotation=6", boards, { session: reader });
  expect(page.texts("dialog, tbody a, .page-actions a")).toEqual([]);
  expect(page.texts("tbody tr").length).toBe(2);
});
