/** Dashboards: their tiles, arranging them, what is added and by whom. */
import { expect, test } from "vitest";
import { BOARD, boards, tiles } from "../../../ssr/boards";
import { opened } from "../../rendered";
import { dashboard } from "../dashboard/dashboard";
import { column, figure, report } from "../standard/report";

const plain = (text: string | null) => text?.replace(/[\u2068\u2069]/g, "");
const open = (query = "", changes = {}) => opened(`/dashboards/4${query}`, () => tiles(changes));
/** What a form sends, and where to. */
function sent(form: Element | null) {
  const action = new URLSearchParams(form!.getAttribute("action")!.split("?")[1]);
  const inputs = [...form!.querySelectorAll("input[name], button[name]")].filter(
    (input) => input.getAttribute("name") !== "csrf",
  );
  return {
    ...Object.fromEntries(["call", "method", "then", "revision"].map((name) => [name, action.get(name)])),
    values: Object.fromEntries(inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")])),
  };
}

test("tiles are drawn as their reports draw them, with what narrows them and the way there", async () => {
  const page = await open();
  expect(page.texts(".own-tiles .kf h2")).toEqual(["CSAT"]);
  expect(page.texts("#t-2 tbody tr").length).toBe(2);
  expect(page.text("#t-2 .quiet")).toBe("Usage Web chat");
  expect(page.link("#t-2 .quiet a")).toBe("/reports/usage?ch=web");
  expect(page.link("#t-2 a.fl")).toBe("/api/v1/reports/usage/messages.csv?ch=web");
  expect(page.requests).toEqual(["/api/v1/dashboards/4/tiles"]);
});

test("a switch hides markers, as on every report", async () => {
  expect((await open()).texts(".switch-link")).toEqual(["Only measured data"]);
  const marker = { at: "2026-11-20T10:00:00Z", kind: "note", text: "A", version: null, link: null, step: 0 } as const;
  const page = await open("", { markers: [marker] });
  expect(page.link(".switch-link")).toBe("/dashboards/4?markers=off");
});

test("a tile whose figure is gone says so", async () => {
  const page = await open();
  expect(page.texts(".own-tiles .card").at(-1)).toContain("This figure no longer exists.");
});

test("the page has a range of its own, in its address", async () => {
  const page = await open("?r=last_7_days&cmp=none");
  expect(page.requests).toEqual(["/api/v1/dashboards/4/tiles?r=last_7_days&cmp=none"]);
  expect(page.texts(".fb").length).toBe(1);
});

test("each tile moves and goes by a form, without script too", async () => {
  const page = await open("?do=arrange");
  const forms = [...page.document.querySelectorAll(".keep-list li:nth-child(2) form")] as unknown as Element[];
  expect(forms.map((form) => sent(form).values)).toEqual([{ order: "2,1,3" }, { order: "1,3,2" }, { order: "1,3" }]);
  expect(sent(forms[2]!)).toMatchObject({
    call: "/api/v1/dashboards/4",
    method: "PATCH",
    revision: "5",
    then: "/dashboards/4?do=arrange&removed=2%20usage%20messages%20ch%3Dweb",
  });
  expect(forms.map((form) => plain(form.querySelector("button")!.getAttribute("aria-label")))).toEqual([
    "Move Messages up",
    "Move Messages down",
    "Remove Messages",
  ]);
});

test("a tile that was removed comes back where it was", async () => {
  const page = await open("?removed=2+usage+messages+ch%3Dweb");
  expect(page.text(".notice")).toContain("Messages removed.");
  expect(sent(page.document.querySelector(".notice form") as unknown as Element)).toMatchObject({
    call: "/api/v1/dashboards/4/tiles",
    values: { position: "2", report: "usage", figure: "messages", query: "ch=web" },
  });
});

test("a reader of a shared dashboard changes nothing", async () => {
  const page = await open("?do=arrange&removed=2+usage+messages+", {
    dashboard: { ...BOARD, own: false, owner: "Ravi" },
  });
  expect(page.texts(".page-actions .button, .keep-list, .notice, dialog")).toEqual([]);
  expect(plain(page.text(".page-head .quiet"))).toBe("Shared by Ravi");
});

test("deleting asks, and an empty dashboard says how it is filled", async () => {
  const asking = await open("?do=delete");
  expect(sent(asking.document.querySelector("dialog form") as unknown as Element)).toMatchObject({
    method: "DELETE",
    revision: "5",
    then: "/dashboards?done=deleted",
  });
  const empty = await open("", { tiles: [] });
  expect(empty.text(".empty")).toContain("choose “Add to dashboard” on a figure");
});

test("every figure and key figure leads to where it is added, with what narrows it and without the range", async () => {
  const table = figure("channels", "table", { columns: [column("channel", "text")], rows: [["web"]] });
  const page = await opened("/reports/engagement?bot=7&r=last_7_days", () => report(table));
  expect(page.link("#f-channels a.fl")).toBe("/dashboards/add?report=engagement&figure=channels&query=bot%3D7");
  const whole = await opened("/reports/dashboard", () => dashboard());
  expect(whole.link(".kd a[href*='/dashboards/add']")).toContain("figure=card:");
});

test("it is added to a dashboard of one's own or to a new one", async () => {
  const page = await opened("/dashboards/add?report=usage&figure=messages&query=ch%3Dweb", boards);
  expect(page.text(".page-head .quiet")).toBe("Usage · Messages");
  const forms = [...page.document.querySelectorAll("form")] as unknown as Element[];
  const ours = forms.filter((form) => (form.getAttribute("action") ?? "").includes("call=%2Fapi%2Fv1%2Fdashboards"));
  expect(ours.map((form) => sent(form).values)).toEqual([
    { report: "usage", figure: "messages", query: "ch=web" },
    { "tiles.0.report": "usage", "tiles.0.figure": "messages", "tiles.0.query": "ch=web", name: null },
  ]);
  expect(page.texts("ul.stack li").length).toBe(1);
});

test("the list says whose each is", async () => {
  const page = await opened("/dashboards", boards);
  expect(page.texts("tbody tr").map((row) => row.replace("20 Nov 2026, 13:30", ""))).toEqual([
    "Monday <review>3You Shared",
    "Theirs3Ravi Shared",
  ]);
});
