// @vitest-environment happy-dom
/** A turn that was misunderstood is fixed beside it: each turn by a choice of its own, undone at the same place. */
import { act } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { answer } from "../../../ssr/examples";
import { alive, calm, gone } from "../../alive";
import { opened } from "../../rendered";
import { transcript } from "./conversation";
import type { Transcript } from "../../../../ui/features/reports/history/types";

const answers =
  (changes: Partial<Transcript> = {}) =>
  (path: string) =>
    /\/conversations\/17(\?|$)/.test(path) ? transcript("17", changes) : answer(path);

afterEach(gone);

describe("fixing a turn", () => {
  it("offers of each turn its own likely intent, whatever was chosen for the one before", async () => {
    await alive("/reports/conversations/17?turn=1", answers());
    const select = () => document.querySelector<HTMLSelectElement>(".tf select")!;
    await act(async () => {
      select().value = "service.price";
      await Promise.resolve();
    });
    const before = select();
    await act(async () => document.querySelector<HTMLAnchorElement>('a[href*="turn=2"]')!.click());
    await calm();
    expect(document.querySelector(".tf form")!.getAttribute("action")).toContain(encodeURIComponent("turns/2/fix"));
    expect(select()).not.toBe(before);
    expect(select().value).toBe("service.book");
  });

  it("names what it was added to, with its undoing, and leaves what was refused to its own turn", async () => {
    const fixed = [{ turn: 2, intent: "service.price" }];
    const { text, document } = await opened("/reports/conversations/17?turn=2", answers({ fixed }));
    expect(text(".tf")).toContain("Added to “service.price” in the working copy");
    const undo = decodeURIComponent(document.querySelector(".tf form")!.getAttribute("action")!);
    expect(undo).toContain("fix/undo");
    const problem = { status: 409, detail: "No.", instance: "/api/v1/conversations/17/turns/1/fix" };
    const form = { page: "conversation", values: { intent: "service.price" }, problem };
    const other = await opened("/reports/conversations/17?turn=2", answers(), { form });
    expect(other.text(".tf")).not.toContain("No.");
  });

  it("does not teach a masked text", async () => {
    const { turns } = transcript("17");
    const last = { ...turns[1]!, messages: [{ ...turns[1]!.messages[0]!, text: "write to [email]" }] };
    const shown = await opened("/reports/conversations/17?turn=2", answers({ turns: [turns[0]!, last] }));
    expect(shown.document.querySelector(".tf select")).toBeNull();
    expect(shown.text(".tf")).toContain("Part of this text is masked");
  });
});
