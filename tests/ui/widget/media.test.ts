// @vitest-environment happy-dom
/** A picture or a file as the widget shows it. */
import { afterEach, describe, expect, it } from "vitest";
import { altOf, drawMedia, sizeText } from "../../../ui/widget/media";
import type { Media } from "../../../ui/widget/types";
import { CATALOGUES } from "../../../ui/widget/words";

const PICTURE: Media = {
  file: "a",
  url: "/media/bots/1/a/b/original",
  kind: "image",
  name: "Vela",
  alt: { en: "A red Vela", hi: "लाल वेला" },
  size: 184_320,
  width: 1600,
  height: 1000,
  widths: [320, 640],
};
const AROUND = { words: CATALOGUES.en!, language: "en", base: "https://bots.example" };
const spare = (saveData: boolean) =>
  Object.defineProperty(navigator, "connection", { value: { saveData }, configurable: true });

afterEach(() => void spare(false));

describe("a picture", () => {
  it("is there in each size, with its text and its place kept free", () => {
    const frame = drawMedia(PICTURE, AROUND);
    const image = frame.querySelector("img")!;
    expect(image.getAttribute("src")).toBe("https://bots.example/media/bots/1/a/b/original");
    expect([image.alt, image.getAttribute("width"), image.getAttribute("height")]).toEqual([
      "A red Vela",
      "1600",
      "1000",
    ]);
    expect(image.getAttribute("loading")).toBe("lazy");
    const base = "https://bots.example/media/bots/1/a/b";
    expect([...frame.querySelectorAll("source")].map((source) => source.getAttribute("srcset"))).toEqual([
      `${base}/320.avif 320w, ${base}/640.avif 640w`,
      `${base}/320.webp 320w, ${base}/640.webp 640w`,
    ]);
  });

  it("waits for a press where data is saved, and says how large it is", () => {
    spare(true);
    const frame = drawMedia(PICTURE, AROUND);
    expect(frame.querySelector("img")).toBeNull();
    expect(frame.textContent).toBe("Show picture: A red Vela (184 kB)");
    frame.querySelector("button")!.click();
    expect(frame.querySelector("img")).not.toBeNull();
  });

  it("is a link where the page forbids it", () => {
    const frame = drawMedia(PICTURE, AROUND);
    frame.querySelector("img")!.dispatchEvent(new Event("error"));
    expect(frame.querySelector("a")!.textContent).toBe("A red Vela (184 kB)");
  });

  it("has its original alone as long as no sizes are there", () => {
    expect(drawMedia({ ...PICTURE, widths: [] }, AROUND).querySelector("source")).toBeNull();
  });
});

describe("a file", () => {
  it("is a link with its name and size", () => {
    const link = drawMedia({ ...PICTURE, kind: "file", name: "Prices", size: 1_240_000 }, AROUND).querySelector("a")!;
    expect([link.textContent, link.getAttribute("rel")]).toEqual(["Prices (1.2 MB)", "noopener"]);
  });
});

it("says what it shows in the language there is", () => {
  expect([altOf(PICTURE, "hi"), altOf(PICTURE, "ar"), altOf({ url: "x" }, "en")]).toEqual([
    "लाल वेला",
    "A red Vela",
    "",
  ]);
  expect(sizeText(900, "en")).toBe("0.9 kB");
});
