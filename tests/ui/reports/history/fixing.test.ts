// @vitest-environment happy-dom
/** A turn that was misunderstood is fixed below it: tried first, each turn by a choice of its own, and undone. */
import { afterEach, describe, expect, it } from "vitest";
import { answer } from "../../../ssr/examples";
import { alive, calm, click, gone, send, texts } from "../../alive";
import { opened } from "../../rendered";
import { transcript } from "./conversation";
import type { Transcript, Tried } from "../../../../ui/features/reports/history/types";

const answers =
  (changes: Partial<Transcript> = {}) =>
  (path: string) =>
    /\/conversations\/17(\?|$)/.test(path) ? transcript("17", changes) : answer(path);
const chosen = () => document.querySelector<HTMLInputElement>(".tf [name=intent]:checked")!.value;
const radio = (name: string, value: string) => `.tf [name=${name}][value="${value}"]`;
const keep = () => document.querySelector<HTMLButtonElement>(".tf form .row button[type=submit]")!;
const FIX = "/api/v1/conversations/17/turns/1/fix";
const TRIED: Tried = {
  passed: true,
  before: null,
  intent: "service.price",
  replies: [],
  cases: 3,
  passing: 3,
  broken: [],
};

afterEach(gone);

describe("fixing a turn", () => {
  it("offers of each turn its own likely intent, whatever was chosen for the one before", async () => {
    await alive("/reports/conversations/17?turn=1", answers());
    await click(radio("intent", "service.price"));
    expect(chosen()).toBe("service.price");
    await click('a[href*="turn=2"]');
    await calm();
    expect(document.querySelector(".tf form")!.getAttribute("action")).toContain(encodeURIComponent("turns/2/fix"));
    expect(chosen()).toBe("service.book");
  });

  it("tries a choice on the working copy before it can be kept", async () => {
    const page = await alive("/reports/conversations/17?turn=1", answers());
    expect(keep().disabled).toBe(true);
    await click(radio("intent", "service.price"));
    expect(page.sent.at(-1)).toMatchObject({ path: `${FIX}/try`, method: "POST", body: { intent: "service.price" } });
    await page.settle({ data: { ...TRIED, broken: [{ id: "5", name: "Asks for a time" }], passing: 2 } });
    expect(texts(".tf .notice.warn").join()).toContain("turn 1 becomes What a service costs. 2 of 3 other cases pass.");
    expect(texts(".tf .notice.warn").join()).toContain("This breaks: Asks for a time.");
    expect(keep().disabled).toBe(false);
    await click(radio("intent", "service.book"));
    expect(keep().disabled).toBe(true);
  });

  it("names the phrase and the intent in a toast, which takes it back", async () => {
    const page = await alive("/reports/conversations/17?turn=1", answers());
    await click(radio("intent", "service.price"));
    await page.settle({ data: TRIED });
    expect(texts(".tf .notice.good").join()).toContain("3 of 3 other cases pass");
    await send(".tf form");
    const body = page.sent.at(-1)!.body as { phrase: string };
    expect(page.sent.at(-1)).toMatchObject({ path: FIX, body: { what: "intent", intent: "service.price" } });
    await page.settle({
      data: { what: "intent", intent: "service.price", phrase: body.phrase, added: true, case: "1", revision: 3 },
    });
    expect(texts(".toast-text").join()).toContain(`“${body.phrase}” was added to What a service costs.`);
    await click(".toast-act", "Undo");
    await calm();
    expect(page.sent.at(-1)).toMatchObject({ path: `${FIX}/undo`, method: "POST" });
    await page.settle({ data: null });
    expect(texts(".toast-text").join()).toContain("Phrase and case removed.");
  });

  it("makes a new intent of the phrase over the fix, which keeps what was typed, and chooses it", async () => {
    let intents = transcript("17").intents;
    const page = await alive("/reports/conversations/17?turn=1&fix=new", (path) => answers({ intents })(path));
    await calm();
    expect(document.querySelector<HTMLInputElement>("dialog [name=phrases]")!.value).toBe(
      document.querySelector<HTMLInputElement>(".tf [name=phrase]")!.value,
    );
    document.querySelector<HTMLInputElement>("dialog [name=intent]")!.value = "coffee";
    await send("dialog form");
    expect(page.sent.at(-1)).toMatchObject({ method: "POST", body: { intent: "coffee" } });
    expect(page.sent.at(-1)!.path).toMatch(/\/phrases$/);
    intents = [...intents, "coffee"];
    await page.settle({ data: {} });
    await calm();
    expect(chosen()).toBe("coffee");
  });

  it("keeps a case alone of a turn that was rightly not understood", async () => {
    const page = await alive("/reports/conversations/17?turn=1", answers());
    await click(radio("what", "none"));
    expect(page.sent.at(-1)).toMatchObject({ path: `${FIX}/try`, body: { what: "none" } });
    expect(page.sent.at(-1)!.body).not.toHaveProperty("intent");
    await page.settle({ data: { ...TRIED, intent: null } });
    expect(keep().textContent).toBe("Keep case");
  });

  it("names what it was added to, with its undoing, and leaves what was refused to its own turn", async () => {
    const fixed = [{ turn: 2, what: "intent" as const, intent: "service.price", intent_title: "What a service costs" }];
    const { text, document: page } = await opened("/reports/conversations/17?turn=2", answers({ fixed }));
    expect(text(".tf")).toContain("Added to “What a service costs” in the working copy");
    const undo = decodeURIComponent(page.querySelector(".tf form")!.getAttribute("action")!);
    expect(undo).toContain("fix/undo");
    const problem = { status: 409, detail: "No.", instance: FIX };
    const form = { page: "conversation", values: { intent: "service.price" }, problem };
    const other = await opened("/reports/conversations/17?turn=2", answers(), { form });
    expect(other.text(".tf")).not.toContain("No.");
  });

  it("does not teach a masked text, of which a case can be kept", async () => {
    const { turns } = transcript("17");
    const last = { ...turns[1]!, messages: [{ ...turns[1]!.messages[0]!, text: "write to [email]" }] };
    const page = await opened("/reports/conversations/17?turn=2", answers({ turns: [turns[0]!, last] }));
    const open = [...page.document.querySelectorAll(".tf [name=what]")].filter(
      (input) => !input.hasAttribute("disabled"),
    );
    expect(open.map((input) => input.getAttribute("value"))).toEqual(["value", "none"]);
    expect(page.text(".tf")).toContain("Part of this text is masked");
  });
});
