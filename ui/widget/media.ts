/** A picture or a file that the bot shows. */
import { h } from "./dom";
import type { Media } from "./types";
import type { Words } from "./words";

type Line = Navigator & { connection?: { saveData?: boolean } };

interface Around {
  words: Words;
  language: string;
  /** What addresses of ours begin with. */
  base: string;
}

/** A size such as "240 kB", in the visitor's language. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kilobyte"] : [bytes / 1e6, "megabyte"];
  const digits = { maximumFractionDigits: value < 10 ? 1 : 0 };
  return new Intl.NumberFormat(language, { style: "unit", unit, ...digits }).format(value);
}

/** What it shows, in the visitor's language or any other. */
export const altOf = ({ alt, name = "" }: Media, language: string): string =>
  alt?.[language] ?? Object.values(alt ?? {})[0] ?? name;

/**
 * The medium: a picture in the size that the panel needs, a link for a file. Who saves data is shown its size first;
 * a page whose policy forbids the picture has a link to it.
 */
export function drawMedia(media: Media, { words, language, base }: Around): HTMLElement {
  const address = base + media.url;
  const label = media.kind === "file" ? media.name : altOf(media, language);
  const text = `${label} (${sizeText(media.size ?? 0, language)})`;
  const link = () => h("a", { class: "chip", dir: "auto", href: address, target: "_blank", rel: "noopener" }, text);
  if (media.kind === "file") return h("div", { class: "chips" }, link());
  const frame = h("div", { class: "picture" });
  const source = (form: string) => {
    const sizes = (media.widths ?? []).map((width) => `${address.replace(/original$/, `${width}.${form}`)} ${width}w`);
    return h("source", { type: `image/${form}`, srcset: sizes.join(", "), sizes: "300px" });
  };
  const show = () => {
    const forms = media.widths?.length ? ["avif", "webp"] : [];
    // The listener goes on before the address: a picture that is refused at once is heard too.
    const image = h("img", {
      alt: altOf(media, language),
      width: media.width,
      height: media.height,
      loading: "lazy",
      decoding: "async",
      error: () => frame.replaceChildren(link()),
    });
    frame.replaceChildren(h("picture", {}, ...forms.map(source), image));
    image.src = address;
  };
  if ((navigator as Line).connection?.saveData)
    frame.append(
      h("button", { type: "button", class: "chip", dir: "auto", click: show }, `${words.showPicture}: ${text}`),
    );
  else show();
  return frame;
}
