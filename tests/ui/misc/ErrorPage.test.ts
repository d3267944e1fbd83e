/** The page about errors. */
import { describe, expect, it } from "vitest";
import { ANONYMOUS } from "../../ssr/examples";
import { opened } from "../rendered";

describe("/misc/error", () => {
  it.each([
    ["a reader", {}],
    ["a visitor", ANONYMOUS],
  ] as const)("tells %s of errors in general, not of one that happened", async (_who, session) => {
    const page = await opened("/misc/error", () => undefined, { session });
    expect(page.status).toBe(200);
    expect(page.title).toBe("Error pages · Parley");
    expect(page.text("h1")).toBe("Error pages");
    expect(page.texts(".problem-status")).toEqual(["404", "403", "400", "429", "503"]);
    expect([...page.document.querySelectorAll(".errors .button")].map((link) => link.getAttribute("href"))).toEqual([
      "/",
      "/pages/faq",
    ]);
  });
});
