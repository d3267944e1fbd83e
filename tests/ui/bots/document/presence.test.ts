// @vitest-environment happy-dom
/** Two people in one editor: each sees the other, what the other saves comes in, and each part is chosen. */
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { SUMMARY } from "../../../ssr/bots";
import { answer } from "../../../ssr/examples";
import { flow } from "../../../ssr/flow";
import { alive, calm, click, gone, texts, type } from "../../alive";

interface Stored {
  revision: number;
  document: { nodes: Record<string, { text?: Record<string, string> }> };
}
type Change = { kind: string; subject: string };
let say: (changes: Change[]) => Promise<void>;

/** A live channel that says something when it is asked to. */
function listening() {
  const waiting: ((changes: Change[]) => void)[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    if (!path.includes("after=")) return Promise.resolve(Response.json({ after: 1, changes: [], missed: false }));
    return new Promise((done) => waiting.push((changes) => done(Response.json({ after: 2, changes, missed: false }))));
  });
  say = async (changes) => {
    await act(async () => waiting.shift()!(changes));
    await calm(10);
  };
}

afterEach(async () => {
  await gone();
  vi.unstubAllGlobals();
});

const copy = () => structuredClone(flow("/api/v1/bots/7/working-copy")) as Stored;
const field = (language: string) =>
  `.fl-middle textarea[name="text.${language}.0"], .fl-middle textarea[name="text.${language}"]`;

it("others are named, and the page says that its reader edits too", async () => {
  listening();
  const page = await alive("/admin/bots/7/flow", (path) =>
    path.endsWith("/summary") ? SUMMARY : (flow(path) ?? answer(path)),
  );
  await vi.waitFor(() => expect(page.sent.map(({ path }) => path)).toEqual(["/api/v1/bots/7/editors"]));
  expect(texts(".fl-others > span").join()).toContain("Ravi Rao is editing since");
  await page.settle({ data: { items: [] } });
  expect(texts(".fl-others > span")).toEqual([]);
  await say([
    { kind: "flow:editors", subject: "7" },
    { kind: "flow:editors", subject: "8" },
  ]);
  expect(page.sent).toHaveLength(2);
});

it("what another person saves comes in at once", async () => {
  listening();
  const stored = copy();
  const page = await alive("/admin/bots/7/flow", (path) =>
    path.endsWith("/working-copy") ? structuredClone(stored) : (flow(path) ?? answer(path)),
  );
  await vi.waitFor(() => expect(page.sent).toHaveLength(1));
  await page.settle({ data: { items: [] } });
  const [name] = Object.keys(stored.document.nodes);
  stored.document.nodes[name!]!.text = { en: "From another person" };
  stored.revision += 1;
  await say([{ kind: "flow:saved", subject: "7" }]);
  expect(texts(".fl-state").join()).toContain("Changes by someone else were added.");
});

it("where both changed the same part, each part has a choice", async () => {
  listening();
  const stored = copy();
  const page = await alive("/admin/bots/7/flow", (path) =>
    path.endsWith("/working-copy") ? structuredClone(stored) : (flow(path) ?? answer(path)),
  );
  await vi.waitFor(() => expect(page.sent).toHaveLength(1));
  await page.settle({ data: { items: [] } });
  await type(field("en"), "Mine");
  const open = new URLSearchParams(location.search).get("node") ?? (stored.document as { start?: string }).start!;
  stored.document.nodes[open]!.text!.en = "Theirs";
  stored.revision += 1;
  await act(async () => void window.dispatchEvent(new Event("online")));
  await calm();
  await page.settle({ error: { status: 412 } });
  await calm(10);
  expect(texts(".fl-choice tbody th")).toEqual(["Text, English"]);
  expect(texts(".fl-choice td")).toEqual(["Mine", "Theirs"]);
  await click('.fl-choice input[value="theirs"]');
  await click(".fl-conflict button", "Save choice");
  expect(document.querySelector(".fl-conflict")).toBeNull();
  expect(document.querySelector<HTMLTextAreaElement>(field("en"))!.value).toBe("Theirs");
});
