/** What a reader may do. */
import { expect, test } from "vitest";
import abilities from "../../../ui/api/abilities.json";
import { can, PART_OF } from "../../../ui/lib/session";

test("who may do something to the whole may do it to its parts, and to no more", () => {
  expect(abilities.part_of).toEqual(PART_OF);
  const of = (subject: string) => [{ action: "update", subject }];
  expect([can(of("Bot"), "update", "Text"), can(of("Text"), "update", "Text")]).toEqual([true, true]);
  expect([can(of("Text"), "update", "Bot"), can(of("Bot"), "delete", "Text")]).toEqual([false, false]);
  expect(can([{ action: "manage", subject: "all" }], "delete", "Text")).toBe(true);
});
