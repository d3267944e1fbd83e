/** An issue opens where it is put right, not where it was found. */
import { expect, it } from "vitest";
import { placeOf, type Issue } from "../../../../ui/features/bots/layout/issues";

const issue = (code: string, node: string | null, path: string) =>
  ({ level: "error", code, node, path, message: "" }) as Issue;
const all = () => true;

it("a missing secret opens where secrets are added", () => {
  const missing = issue("missing_secret", "stock", "nodes/stock/headers/0/value");
  expect(placeOf("7", missing, all)).toBe("/admin/bots/7/secrets");
  expect(placeOf("7", missing, (tab) => tab === "flow")).toBe("/admin/bots/7/flow?node=stock");
  const phrases = issue("few_phrases", null, "intents/book test/phrases");
  expect(placeOf("7", phrases, all)).toBe("/admin/bots/7/understanding?intent=book%20test");
  expect(placeOf("7", phrases, (tab) => tab === "flow")).toBe("/admin/bots/7/flow?part=intent:book%20test");
  expect(placeOf("7", issue("missing_text", "hello", "nodes/hello/text"), all)).toBe("/admin/bots/7/flow?node=hello");
});
