/** The keys of a page are those it lists, and those it lists work. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AREA_KEYS } from "../../../ui/lib/keys";

const FEATURES = "ui/features";

/** The keys that the code of an area listens for. */
function heard(area: string): string[] {
  const code = readdirSync(join(FEATURES, area)).filter((file) => /\.tsx?$/.test(file)).map((file) => readFileSync(join(FEATURES, area, file), "utf8")).join("\n");
  const maps = [...code.matchAll(/useKeys\(\{([^]*?)\}\);/g)].map(([, map]) => map ?? "");
  return maps.flatMap((map) => [...map.matchAll(/(?:"([^"]+)"|\b([A-Za-z]|Delete)): (?:\(\)|step|act|to|one|answer|trash)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ""));
}

const areas = readdirSync(FEATURES).filter((area) => heard(area).length > 0);

it.each(areas)("%s lists its keys, and no others", (area) => {
  const listed = (AREA_KEYS[area] ?? []).flatMap(([keys]) => keys.split(" "));
  const native = ["Enter", "/"];
  expect(listed.filter((key) => !native.includes(key) && !heard(area).includes(key))).toEqual([]);
  // A key beside another one for the same thing need not be listed.
  expect(heard(area).filter((key) => !listed.includes(key) && key !== "Delete")).toEqual([]);
});

it("finds the areas that have keys", () => expect(areas).toEqual(["calendar", "chat", "conversations", "email", "people", "todo"]));
