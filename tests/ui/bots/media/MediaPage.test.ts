/** The media library of a bot: what it says of each, and forms that work without script. */
import { describe, expect, it } from "vitest";
import { bots } from "../../../ssr/bots";
import { flow } from "../../../ssr/flow";
import { media } from "../../../ssr/media";
import { opened } from "../../rendered";

const answer = (path: string) => media(path) ?? flow(path) ?? bots(path);
const textOf = ({ document }: Awaited<ReturnType<typeof opened>>, selector = "main") =>
  document.querySelector(selector)?.textContent ?? "";

describe("the media library of a bot", () => {
  it("says of each what it is, where it is used and what it lacks", async () => {
    const page = await opened("/admin/bots/7/media", answer);
    const [picture, guide, other] = [...page.document.querySelectorAll(".bm-item")].map((item) => item.textContent);
    expect(picture).toContain("1,600 × 1,000");
    expect(picture).toContain("In 2 messages");
    expect(picture).not.toContain("Description missing");
    expect(guide).toContain("4 pages");
    expect(guide).toContain("Not used");
    expect(guide).toContain("Description missing");
    expect(other).toContain("Making sizes, 50%");
  });

  it("shows pictures in the size they need, and loads them when they come into sight", async () => {
    const { document } = await opened("/admin/bots/7/media", answer);
    const [avif, webp] = [...document.querySelectorAll(".bm-item picture")[0]!.querySelectorAll("source")];
    expect(avif!.getAttribute("type")).toBe("image/avif");
    expect(avif!.getAttribute("srcset")).toMatch(/\/320\.avif 320w, .*\/640\.avif 640w, .*\/1280\.avif 1280w$/);
    expect(webp!.getAttribute("srcset")).toContain("/640.webp 640w");
    expect(document.querySelector(".bm-item img")?.getAttribute("loading")).toBe("lazy");
  });

  it("sends a file by a plain form", async () => {
    const { document } = await opened("/admin/bots/7/media?show=add", answer);
    const form = document.querySelector("#new form")!;
    expect(form.getAttribute("enctype")).toBe("multipart/form-data");
    expect(decodeURIComponent(form.getAttribute("action")!)).toContain("call=/api/v1/bots/7/media&");
  });

  it("names where one is used, each node a way to it, and asks for each language's description", async () => {
    const page = await opened("/admin/bots/7/media?medium=61", answer);
    expect(textOf(page, "#uses")).toMatch(/Working copy.*Version 12.*Live.*Version 11/);
    expect(page.document.querySelector("#uses a")?.getAttribute("href")).toBe("/admin/bots/7/flow?node=hello");
    const sheet = await opened("/admin/bots/7/media?medium=61&show=edit", answer);
    const names = [...sheet.document.querySelectorAll("input[name^='alt.']")].map((input) =>
      input.getAttribute("name"),
    );
    expect(names).toContain("alt.en");
    expect(names).not.toContain("alt.hi-Latn");
  });

  it("is chosen from in the form of a message, without script too", async () => {
    const { document } = await opened("/admin/bots/7/flow", answer);
    const values = [...document.querySelectorAll("input[name='media.file']")].map((input) =>
      input.getAttribute("value"),
    );
    expect(values).toEqual(["", "6f0c1f8a".repeat(8), "71aa90b2".repeat(8), "0d5e77c1".repeat(8)]);
  });
});
