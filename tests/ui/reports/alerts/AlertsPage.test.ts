/** Alerts: the list, one that fires, and the form. */
import { expect, test } from "vitest";
import { numbers, ALERT, TRIAL } from "../../../ssr/numbers";
import { opened } from "../../rendered";

test("each has its state, its rule and what it saw last", async () => {
  const page = await opened("/reports/alerts", numbers);
  const rows = page.texts("tbody tr");
  expect(rows[0]).toContain("Firing");
  expect(rows[0]).toContain("Handed off · above 13.0%, 1 complete day · Group: \u2068Service\u2069Last17.2%");
  expect(rows[1]).toContain("Paused");
  expect(page.texts(".segments a")).toEqual(["All 2", "Firing 1", "Paused 1"]);
  expect(page.document.querySelector(".segments a:nth-child(3)")?.getAttribute("href")).toBe(
    "/reports/alerts?state=paused",
  );
});

test("each draws its last windows with the limit, red where it fires, and what has fired is listed", async () => {
  const page = await opened("/reports/alerts", numbers);
  expect(page.document.querySelector("tbody .al-beyond .sp .sd")).not.toBeNull();
  expect(page.texts("#recent tbody tr")[0]).toContain("Handed off <above> 13%FiringBefore and after12.6% → 17.2%");
  expect(page.texts("#recent tbody tr")[0]).toContain("sent: 1 of 1");
  expect(page.link("#recent tbody th a")).toBe("/reports/alerts/9");
});

test("they are searched by their names, in the state that is chosen", async () => {
  const page = await opened("/reports/alerts?q=none&state=firing", (path) =>
    path.includes("q=none") ? { ...(numbers(path) as object), items: [], total: 0 } : numbers(path),
  );
  expect(page.requests).toContain("/api/v1/alerts?per=25&state=firing&q=none");
  expect(page.text(".empty")).toContain("No alert matches “none”");
  expect(page.document.querySelector("form.sf input[name=state]")?.getAttribute("value")).toBe("firing");
});

test("a rule is tried before it is saved, and what was typed stays", async () => {
  const form = {
    page: "alerts",
    values: { name: "Many hand-overs", metric: "handoff_rate", op: "above", threshold: "13" },
    problem: { status: 200, instance: "/api/v1/alerts/test" },
    answer: TRIAL,
  };
  const page = await opened("/reports/alerts?do=new", numbers, { form });
  expect(page.text("dialog .notice")).toContain("Would have fired: 3 times");
  expect(page.text("dialog .notice tbody")).toContain("17.2%");
  expect(page.document.querySelector("dialog [name=name]")?.getAttribute("value")).toBe("Many hand-overs");
  expect(page.document.querySelector("dialog [name=threshold]")?.getAttribute("value")).toBe("13");
  const button = page.document.querySelector("dialog button[formaction]");
  expect(button?.getAttribute("formaction")).toContain("call=%2Fapi%2Fv1%2Falerts%2Ftest");
});

test("one that fires is acknowledged, and tells before and after", async () => {
  const page = await opened("/reports/alerts/9", numbers);
  expect(page.text(".notice")).toContain("17.2% of 122 counted, before 12.6%. Provisional for 72 hours.");
  expect(page.document.querySelector("form[action*=acknowledge]")).not.toBeNull();
  expect(page.text("#try")).toContain("Test rule");
  const calm = await opened("/reports/alerts/9", (path) =>
    path.endsWith("/9") ? { ...ALERT, state: "armed", firing: null } : numbers(path),
  );
  expect(calm.document.querySelector("form[action*=acknowledge]")).toBeNull();
});

test("the form begins with the rule there is", async () => {
  const page = await opened("/reports/alerts/9?do=edit", numbers);
  expect(page.document.querySelector("[name=threshold]")?.getAttribute("value")).toBe("13");
  expect(page.document.querySelector("[name=emails]")?.getAttribute("value")).toBe("asha@example.com");
});

test("one is shown beside the list it was chosen from, with its values, its limit and whom it notifies", async () => {
  const page = await opened("/reports/alerts/9?state=firing&q=Handed", numbers);
  expect(page.requests).toContain("/api/v1/alerts?per=25&state=firing&q=Handed");
  expect(page.link(".al-others tbody th a")).toBe("/reports/alerts/9?state=firing&q=Handed");
  expect(page.document.querySelectorAll(".al-others tbody [aria-current=true][href*='/9']")).toHaveLength(1);
  expect(page.link(".back")).toBe("/reports/alerts?state=firing&q=Handed");
  expect(page.document.querySelectorAll(".cc .marked")).toHaveLength(1);
  expect(page.text(".cc .limit-text")).toBe("limit 13.0%");
  expect(page.texts(".tw tbody tr").at(-1)).toContain("18 Nov 202617.2%");
  expect(page.texts(".tw tbody tr").at(-2)).toContain("17 Nov 202610.9%");
  expect(page.text(".facts")).toContain("youasha@example.com");
});

test("one that paused itself says why, in the list and on its page, and is resumed there", async () => {
  const paused = { ...ALERT, active: false, paused_for: "not_visible", state: "armed", firing: null };
  const page = await opened("/reports/alerts/9", (path) =>
    path.endsWith("/9")
      ? paused
      : path.includes("/firings")
        ? numbers(path)
        : path.startsWith("/api/v1/alerts")
          ? { ...(numbers(path) as object), items: [paused] }
          : numbers(path),
  );
  expect(page.text(".notice")).toContain("It paused itself: it names a bot or a place that you cannot see");
  expect(page.text(".al-others tbody th")).toContain("paused itself");
  expect(page.document.querySelector(".pill.warn")).not.toBeNull();
  const form = page.document.querySelector("form[action*='done%3Dresumed'], form[action*='done=resumed']");
  expect(form?.querySelector("[name=active]")?.getAttribute("value")).toBe("1");
});
