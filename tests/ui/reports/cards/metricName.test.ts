/** Every metric has a name, in a catalogue that the pages of its report load. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pages } from "../../../../ui/routes";
import type { Page } from "../../../../ui/page";

const words = (area: string) => JSON.parse(readFileSync(`ui/i18n/en/${area}.json`, "utf8")) as Record<string, string>;
const ids = Object.keys(JSON.parse(readFileSync("app/reports/metrics/versions.json", "utf8")) as object);
const namesIn = (area: string) => ids.filter((id) => words(area)[`k.${id}`] !== undefined);
const messages = (name: string) => (pages as readonly Page[]).find((page) => page.name === name)!.messages;

it("is named once", () => {
  const names = ["reports", "speech", "docreport", "figures"].flatMap(namesIn);
  expect([...names].sort()).toEqual([...ids].sort());
});

it("is named on the page of its report, and on dashboards of one's own", () => {
  for (const [page, area] of [
    ["usage", "reports"],
    ["speech", "speech"],
    ["documents", "docreport"],
    ["report-group", "figures"],
  ] as const)
    for (const name of [page, "own-dashboard"])
      expect([name, messages(name)]).toEqual([name, expect.arrayContaining([area])]);
});
