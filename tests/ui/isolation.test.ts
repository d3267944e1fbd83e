/** Values written in the other direction stay whole within a sentence. */
import { expect, it } from "vitest";
import { addMessages, translator } from "../../ui/lib/messages";

addMessages("ar", "test", { made: "أنشأ {who} هذا" });
addMessages("en", "test", { made: "{who} made this" });

it("isolates Latin names in Arabic and Arabic names in English, once", () => {
  expect(translator("ar")("test.made", { who: "Asha K." })).toBe("أنشأ \u2068Asha K.\u2069 هذا");
  expect(translator("ar")("test.made", { who: "\u2068$5\u2069" })).toBe("أنشأ \u2068$5\u2069 هذا");
  expect(translator("ar")("test.made", { who: "سارة" })).toBe("أنشأ سارة هذا");
  expect(translator("en")("test.made", { who: "سارة" })).toBe("\u2068سارة\u2069 made this");
  expect(translator("en")("test.made", { who: "Asha" })).toBe("Asha made this");
});
