/** The builder of funnels as a person without script has it, and the funnel beside it. */
import { expect, test } from "vitest";
import { opened } from "../../rendered";
import { answer, funnel } from "./funnel";

const PAGE = "/reports/journey?tab=funnel";

test("each step is a choice of its own, and one more waits", async () => {
  const page = await opened(`${PAGE}&steps=goal:booked;event:rated&scope=contact&by=channel&grp=sales`, answer);
  const chosen = [...page.document.querySelectorAll(".fn-form select[name=steps]")].map(
    (select) => select.querySelector("option[selected]")?.getAttribute("value") ?? "",
  );
  expect(chosen).toEqual(["goal:booked", "event:rated", ""]);
  const hidden = [...page.document.querySelectorAll(".fn-form input[type=hidden]")];
  expect(hidden.map((input) => [input.getAttribute("name"), input.getAttribute("value")])).toEqual([
    ["grp", "sales"],
    ["tab", "funnel"],
  ]);
  expect(page.requests).toEqual([
    "/api/v1/reports/journey/steps?grp=sales",
    "/api/v1/reports/journey/funnel?grp=sales&steps=goal:booked%3Bevent:rated&scope=contact&by=channel",
  ]);
});

test("links move steps and remove them", async () => {
  const page = await opened(`${PAGE}&steps=goal:booked;node:lost`, answer);
  const links = [...page.document.querySelectorAll(".fn-moves a")];
  expect(links.map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")?.split("steps=")[1]])).toEqual(
    [
      ["Move step 1 down", "node:lost%3Bgoal:booked"],
      ["Remove step 1", "node:lost"],
      ["Move step 2 up", "node:lost%3Bgoal:booked"],
      ["Remove step 2", "goal:booked"],
    ],
  );
  expect(page.text('option[value="node:lost"]')).toBe("lost");
});

test("with fewer than two steps it says which to add, and asks for no funnel", async () => {
  const page = await opened(`${PAGE}&steps=goal:booked`, answer);
  expect(page.text(".col-8 .quiet")).toBe("Choose a second step.");
  expect(page.requests).toEqual(["/api/v1/reports/journey/steps"]);
  expect(page.document.querySelector("[download]")).toBeNull();
});

test("the funnel counts, and says that contacts have days left", async () => {
  const page = await opened(`${PAGE}&steps=goal:booked;event:rated&scope=contact&by=channel`, answer);
  expect(page.texts("#f-funnel tbody tr")).toEqual([
    "1booked40—100.0%—",
    "2Rated <1–5>1025.0%25.0%1m 15s, nine in ten within 3m",
  ]);
  expect(page.text("#f-funnel .nt")).toContain("may still grow");
  expect(page.texts("#f-split thead th")).toEqual(["Channel", "booked", "Rated <1–5>"]);
  expect(page.texts("#f-split tbody tr")).toEqual(["Web chat4010"]);
  expect(page.document.querySelector("#f-split [download]")?.getAttribute("href")).toContain("/journey/split.csv?");
});

test("a range that is too long says so", async () => {
  const long = () => ({ ...funnel(), figures: [{ ...funnel().figures[0]!, rows: [], marks: ["long"] }] });
  const page = await opened(`${PAGE}&steps=goal:booked;event:rated`, (path) =>
    path.includes("/journey/steps") ? answer(path) : long(),
  );
  expect(page.text("#f-funnel .quiet")).toContain("up to 93 days");
});

test("contacts that have days left can be left out, sessions have none", async () => {
  const url = `${PAGE}&steps=goal:booked;event:rated`;
  const page = await opened(`${url}&scope=contact&settled=1`, answer);
  expect(page.document.querySelector(".fn-form input[name=settled]")?.hasAttribute("checked")).toBe(true);
  expect(page.requests.at(-1)).toContain("&settled=1");
  const sessions = await opened(url, answer);
  expect(sessions.document.querySelector("input[name=settled]")).toBeNull();
});
