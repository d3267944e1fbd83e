/** What the addresses of reports may say. */
import { expect, it } from "vitest";
import { reportQuery } from "../../../../ui/features/reports/filters/query";
import { readQuery } from "../../../../ui/page/query";

const read = (query: string) => readQuery(reportQuery, new URLSearchParams(query));

it("takes steps, a language and a traffic", () => {
  const { values, extra, problem } = read("g=hour&lang=hi&traffic=test");
  expect([values.g, values.lang, values.traffic]).toEqual(["hour", "hi", "test"]);
  expect([extra, problem]).toEqual([[], null]);
});

it("refuses steps and a traffic that there are not", () => {
  expect(read("g=foo").problem?.key).toBe("g");
  expect(read("traffic=foo").problem?.key).toBe("traffic");
});
