/** How windows of messages are laid together, and what changes ask for. */
import { describe, expect, it } from "vitest";
import { stale } from "../../../../ui/features/office/chat/useChatLive";
import { before, joined, ordered } from "../../../../ui/features/office/chat/windows";
import { SAID, WINDOW } from "../../../ssr/chat";

const messages = (...ids: string[]) => ids.map((id) => ({ ...SAID[0]!, id }));
const ids = (window: typeof WINDOW) => window.messages.map(({ id }) => id);

describe("windows", () => {
  it("keep what was read before above what has just come", () => {
    const now = { ...WINDOW, messages: messages("97", "98", "99", "100"), older: "96" };
    const fresh = { ...WINDOW, messages: messages("99", "100", "101"), older: "98" };
    expect(ids(joined(now, fresh))).toEqual(["97", "98", "99", "100", "101"]);
    expect(joined(now, fresh).older).toBe("96");
  });

  it("begin again where something between them is not known", () => {
    const fresh = { ...WINDOW, messages: messages("150", "151"), older: "149" };
    expect(joined({ ...WINDOW, messages: messages("98", "99"), older: "97" }, fresh)).toBe(fresh);
  });

  it("show each message once, in the order of ids longer than numbers", () => {
    expect(ordered(messages("9007199254740993", "99", "9007199254740992", "99")).map(({ id }) => id)).toEqual([
      "99",
      "9007199254740992",
      "9007199254740993",
    ]);
    expect([before("9", "10"), before("10", "9"), before("5", "5")]).toEqual([true, false, false]);
  });
});

describe("changes", () => {
  it.each([
    ["chat:message", 2],
    ["chat:read", 2],
    ["chat:status", 4],
    ["chat:typing", 0],
    ["mail:new", 0],
  ])("of %s ask for %i kinds of answers again", (kind, count) => {
    expect(stale({ kind, subject: "2" })).toHaveLength(count);
  });
});
