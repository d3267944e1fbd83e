// @vitest-environment happy-dom
/** What is typed stays in sight when another person takes the conversation, and digits put in ready texts. */
import { act } from "react";
import { afterEach, expect, it } from "vitest";
import { COLLEAGUES, DESK, DETAIL, handoffs, TEXTS } from "../../ssr/inbox";
import { alive, gone, texts, type } from "../alive";

const OTHERS = { ...DETAIL, state: "accepted" as const, agent: { id: "2", name: "Sunil Kadam", available: true } };
const ME = { id: "1", name: "Asha Kulkarni", available: true };
let detail: unknown;

afterEach(() => {
  sessionStorage.clear();
  return gone();
});

const read = (path: string) =>
  path.includes("/colleagues")
    ? COLLEAGUES
    : path.endsWith("/desk")
      ? DESK
      : path.includes("/texts")
        ? TEXTS
        : path.startsWith("/api/v1/handoffs/")
          ? detail
          : handoffs([]);

it("shows what was typed and not sent", async () => {
  detail = { ...OTHERS, agent: ME };
  await alive("/inbox/31", read);
  await type(".tk-write textarea", "Saturday at eleven?");
  await gone();
  detail = OTHERS;
  await alive("/inbox/31", read);
  expect(texts(".tk-gone .notice")).toEqual(["Sunil Kadam has this conversation."]);
  expect(texts(".ib-unsent p")).toEqual(["Saturday at eleven?"]);
});

it("takes one of the first ready texts by its digit, in an empty reply alone", async () => {
  detail = { ...OTHERS, agent: ME };
  await alive("/inbox/31", read);
  const box = document.querySelector<HTMLTextAreaElement>(".tk-write textarea")!;
  const press = (key: string) =>
    act(async () => void box.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
  expect(texts(".ib-hand button")).toEqual(["hours1"]);
  await press("2");
  expect(box.value).toBe("");
  await press("1");
  expect(box.value).toBe(TEXTS.texts[0]!.text);
  // Again is the digit itself, and after it no text comes any more.
  await press("1");
  expect(box.value).toBe("1");
  await press("1");
  expect(box.value).toBe("1");
});
