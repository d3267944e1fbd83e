/** The media library of a bot, and the versions that show one of its pictures. */
import type { Shape } from "../../ui/api";

const PICTURE: Shape<"Medium"> = {
  id: "61",
  file: "6f0c1f8a".repeat(8),
  name: "Vela in red",
  kind: "image",
  media_type: "image/jpeg",
  size: 184_320,
  width: 1600,
  height: 1000,
  pages: null,
  alt: { en: "A red Vela in front of the showroom", hi: "शोरूम के सामने लाल वेला" },
  url: `/media/bots/1/${"6f0c1f8a".repeat(8)}/${"0".repeat(32)}/original`,
  widths: [320, 640, 1280],
  progress: null,
  nodes: 2,
  live_nodes: 1,
  created_at: "2026-11-20T08:31:00Z",
  revision: 3,
};
const GUIDE: Shape<"Medium"> = {
  ...PICTURE,
  id: "62",
  file: "71aa90b2".repeat(8),
  name: "Price list",
  kind: "file",
  media_type: "application/pdf",
  size: 1_240_000,
  width: null,
  height: null,
  pages: 4,
  alt: {},
  widths: [],
  nodes: 0,
  live_nodes: 0,
};
const MADE: Shape<"Medium"> = {
  ...PICTURE,
  id: "63",
  file: "0d5e77c1".repeat(8),
  name: "Workshop",
  widths: [],
  progress: 0.5,
  nodes: 0,
};

const page = <T>(items: T[], per: number) => ({ items, total: items.length, page: 1, per, next: null, previous: null });

/** The answer to a path of the library. */
export function media(path: string): unknown {
  if (/\/bots\/\d+\/media\/\d+\/uses/.test(path)) {
    const items: Shape<"MediumUse">[] = [
      { version: 12, is_live: true, nodes: ["hello"] },
      { version: 11, is_live: false, nodes: ["hello", "prices"] },
    ];
    return { ...page(items, 10), working_copy: ["hello", "prices"] };
  }
  if (/\/bots\/\d+\/media\/\d+/.test(path)) return PICTURE;
  if (/\/bots\/\d+\/media/.test(path))
    return {
      ...page([PICTURE, GUIDE, MADE], 25),
      totals: { media: 3, bytes: 1_608_640, most_bytes: 200_000_000 },
    };
}
