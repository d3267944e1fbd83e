// @vitest-environment happy-dom
/** A reply that is typed when another person takes the conversation stays in sight. */
import { afterEach, expect, it } from "vitest";
import { COLLEAGUES, DESK, DETAIL, handoffs, TEXTS } from "../../ssr/inbox";
import { alive, gone, texts, type } from "../alive";

const OTHERS = { ...DETAIL, state: "accepted" as const, agent: { id: "2", name: "Sunil Kadam" } };
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
  detail = { ...OTHERS, agent: { id: "1", name: "Asha Kulkarni" } };
  await alive("/inbox/31", read);
  await type(".tk-write textarea", "Saturday at eleven?");
  await gone();
  detail = OTHERS;
  await alive("/inbox/31", read);
  expect(texts(".tk-gone .notice")).toEqual(["Sunil Kadam has this conversation."]);
  expect(texts(".ib-unsent p")).toEqual(["Saturday at eleven?"]);
});
