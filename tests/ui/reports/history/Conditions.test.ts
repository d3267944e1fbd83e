/** The filter builder as a person without script has it: every choice is a link, a typed value a form. */
import { expect, test } from "vitest";
import { opened } from "../../rendered";
import { fields, options } from "./conditions";
import { list } from "./conversation";

const PAGE = "/reports/conversations";
const CONDITIONS = [{ f: "turns:gt:5", label: "Turns", op: "gt", values: ["5"] }];
const answer = (path: string): unknown => {
  if (path.includes("/options")) return options();
  return path.startsWith("/api/v1/conversations/filters") ? fields() : list({ conditions: CONDITIONS });
};
const hrefs = (page: Awaited<ReturnType<typeof opened>>, selector: string) =>
  [...page.document.querySelectorAll(selector)].map((link) => decodeURIComponent(link.getAttribute("href") ?? ""));

test("a condition in force is a chip in words, with its way out, and goes along to list and export", async () => {
  const page = await opened(`${PAGE}?f=turns:gt:5&page=2`, answer);
  expect(page.texts(".chip.tint")).toContain("Turns is greater than5");
  expect(hrefs(page, ".chip-x")).toContain(PAGE);
  expect(page.requests).toContain("/api/v1/conversations?page=2&f=turns:gt:5");
  const forms = [...page.document.querySelectorAll("form")].map((form) => form.getAttribute("action") ?? "");
  expect(forms.some((action) => decodeURIComponent(action).includes("/exports?f=turns:gt:5"))).toBe(true);
});

test("fields are links to their first operator, operators lead on", async () => {
  const page = await opened(`${PAGE}?add=outcome:eq`, answer);
  expect(hrefs(page, ".cond .segments a")).toEqual(
    ["outcome:eq", "outcome:in", "outcome:absent"].map((add) => `${PAGE}?add=${add}`),
  );
  expect(hrefs(page, "details:last-of-type .mp a")).toEqual([
    `${PAGE}?add=outcome:eq`,
    `${PAGE}?add=turns:eq`,
    `${PAGE}?add=engaged:eq`,
  ]);
});

test("values are chosen with their counts: one of them ends it, several go on", async () => {
  const page = await opened(`${PAGE}?add=outcome:eq&f=turns:gt:5`, answer);
  expect(page.texts(".cond-options li")).toEqual(["Error <x>9", "Abandoned3"]);
  expect(hrefs(page, ".cond-options a")[0]).toBe(`${PAGE}?f=turns:gt:5;outcome:eq:error`);
  expect(page.requests).toContain("/api/v1/conversations/filters/outcome/options?f=turns:gt:5");
  const several = await opened(`${PAGE}?add=outcome:in&f=outcome:in:error`, answer);
  expect(hrefs(several, ".cond-options a")).toEqual([
    `${PAGE}?add=outcome:in`,
    `${PAGE}?f=outcome:in:error,abandoned&add=outcome:in`,
  ]);
  expect(several.text(".cond-options [aria-current]")).toBe("Error <x>9");
  expect(hrefs(several, ".cond > .button.primary")).toEqual([`${PAGE}?f=outcome:in:error`]);
});

test("what is typed is written as the address has it where there is no script", async () => {
  const page = await opened(`${PAGE}?add=turns:between&f=outcome:absent&grp=sales`, answer);
  const inputs = [...page.document.querySelectorAll("form.cond-values input")];
  expect(inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")])).toEqual([
    ["grp", "sales"],
    ["f", "outcome:absent"],
    ["f", "turns:between:"],
  ]);
});

test("operators without a value, and yes or no, are one link", async () => {
  const absent = await opened(`${PAGE}?add=turns:absent`, answer);
  expect(hrefs(absent, ".cond > .button")).toEqual([`${PAGE}?f=turns:absent`]);
  const flag = await opened(`${PAGE}?add=engaged:eq`, answer);
  expect(hrefs(flag, ".cond-values a")).toEqual([`${PAGE}?f=engaged:eq:1`, `${PAGE}?f=engaged:eq:0`]);
});
