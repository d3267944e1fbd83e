/** The keys of a page are those it lists, and those it lists work. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { pages } from "../../../ui/routes";
import type { Page } from "../../../ui/page";

const FEATURES = "ui/features";

/** Areas whose pages call them otherwise than their folder. */
const NAMED: Readonly<Record<string, string>> = {
  "reports/history": "conversations",
  "masters/documents": "customerdocs",
};

/** The folder of each area that declares pages, by its name. */
const FOLDERS = new Map(
  readdirSync(FEATURES, { recursive: true, encoding: "utf8" })
    .filter((file) => basename(file) === "pages.ts")
    .map((file) => [areaOf(dirname(file)), join(FEATURES, dirname(file))]),
);

/** What an area's pages call it. */
function areaOf(folder: string): string {
  return NAMED[folder] ?? basename(folder);
}

/** The keys that the code of an area listens for. */
function heard(area: string): string[] {
  const code = readdirSync(FOLDERS.get(area)!)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(FOLDERS.get(area)!, file), "utf8"))
    .join("\n");
  const maps = [...code.matchAll(/useKeys\(\{([^]*?)\}\);/g)].map(([, map]) => map ?? "");
  return maps.flatMap((map) =>
    [
      ...map.matchAll(/(?:"([^"]+)"|\b([A-Za-z]|Delete)): (?:\(\)|step|act|to|changing|answer|trash|log|open|choose)/g),
    ].map(([, quoted, plain]) => quoted ?? plain ?? ""),
  );
}

const areas = [...FOLDERS.keys()].filter((area) => heard(area).length > 0).sort();

it.each(areas)("%s lists its keys, and no others", (area) => {
  const keys = (pages as readonly Page[]).filter((page) => page.area === area).flatMap((page) => page.keys);
  const shortcuts = keys.flatMap(([names]) => names.split(" "));
  const native = ["Enter", "/"];
  expect(shortcuts.filter((key) => !native.includes(key) && !heard(area).includes(key))).toEqual([]);
  // A key beside another one for the same thing need not be listed.
  expect(heard(area).filter((key) => !shortcuts.includes(key) && key !== "Delete")).toEqual([]);
});

it("finds the areas that have keys", () =>
  expect(areas).toEqual([
    "alerts",
    "calendar",
    "calls",
    "chat",
    "conversations",
    "customerdocs",
    "email",
    "flow",
    "inbox",
    "leads",
    "people",
    "todo",
  ]));
