/** How an output is found among the counts of the live version. */
import { describe, expect, it } from "vitest";
import { trafficKey } from "../../../../ui/features/bots/flow/useTraffic";
import { answer } from "../../../ssr/examples";
import { opened } from "../../rendered";

describe("an output", () => {
  it("is an option by its id, whatever is before it, and otherwise its path", () => {
    const menu = { type: "choice", options: [{ id: "new" }, { id: "book" }] } as never;
    expect(trafficKey(menu, { path: ["options", 1, "next"] as never })).toBe("options/book");
    expect(trafficKey(menu, { path: ["next"] as never })).toBe("next");
    expect(trafficKey({ type: "input" } as never, { path: ["retry", "then"] as never })).toBe("retry/then");
  });
});

describe("the switch", () => {
  it("is there on the canvas, for who may read figures, and can be turned where a version is live", async () => {
    const on = await opened("/admin/bots/7/flow?view=canvas", answer);
    expect(on.text(".fl-traffic")).toContain("Traffic, 7 days of v41");
    expect(on.document.querySelector(".fl-traffic input")!.hasAttribute("disabled")).toBe(false);
    expect((await opened("/admin/bots/7/flow", answer)).document.querySelector(".fl-traffic")).toBeNull();
    const draft = (url: string) =>
      url === "/api/v1/bots/7" ? { ...(answer(url) as object), live_version: null } : answer(url);
    const off = await opened("/admin/bots/7/flow?view=canvas&traffic=1", draft);
    expect(off.text(".fl-traffic")).toContain("no version is live");
    expect(off.document.querySelector(".fl-traffic input")!.hasAttribute("disabled")).toBe(true);
    const user = { id: "2", fullName: "V", username: "v", email: "v@e.x", role: "author", avatar: "" };
    const ability = ["read", "update"].map((action) => ({ action, subject: "Bot" }));
    const blind = await opened("/admin/bots/7/flow?view=canvas", answer, { session: { user: { ...user, ability } } });
    expect(blind.document.querySelector(".fl-traffic")).toBeNull();
  });
});
