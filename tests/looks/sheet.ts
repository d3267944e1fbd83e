// The sheet of thumbnails: every page a row, every look a column, what was found below its name.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Findings } from "./measures.ts";

export interface Picture {
  page: string;
  look: string;
  file: string;
  findings: Findings;
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** What was found in one picture, in words; nothing when all is well. */
export function words({ overflow, shift, small, pale, targets }: Findings): string[] {
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(shift > 0.001 ? [`shifts ${shift}`] : []),
    ...small.map((text) => `small: ${text}`),
    ...pale.map((text) => `pale: ${text}`),
    ...targets.map((target) => `target: ${target}`),
  ];
}

/** Each finding of a page once, with the looks it is seen in. */
export function byFinding(pictures: readonly Picture[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const picture of pictures)
    for (const word of words(picture.findings)) {
      const key = `${picture.page}: ${word}`;
      groups.set(key, [...(groups.get(key) ?? []), picture.look]);
    }
  return groups;
}

/** Write index.html beside the pictures. */
export function writeSheet(folder: string, pictures: readonly Picture[]): void {
  const pages = [...new Set(pictures.map((picture) => picture.page))];
  const rows = pages.map((page) => {
    const own = pictures.filter((picture) => picture.page === page);
    const cells = own.map((picture) => {
      const findings = words(picture.findings);
      const list = findings.length
        ? `<ul>${findings.map((finding) => `<li>${escape(finding)}</li>`).join("")}</ul>`
        : "";
      const image = `<a href="${picture.file}"><img src="${picture.file}" alt="" loading="lazy"></a>`;
      return `<figure>${image}<figcaption>${escape(picture.look)}${list}</figcaption></figure>`;
    });
    return `<h2>${escape(page)}</h2><div>${cells.join("")}</div>`;
  });
  const style = [
    "body{font:13px system-ui;margin:24px}div{display:flex;gap:16px;overflow-x:auto}",
    "figure{margin:0;flex:none;width:200px}",
    "img{width:200px;height:240px;object-fit:cover;object-position:top;border:1px solid #ccc}",
    "ul{margin:4px 0;padding-left:16px;color:#a00;overflow-wrap:anywhere}",
  ].join("");
  const head = `<!doctype html><meta charset="utf-8"><title>Looks</title><style>${style}</style>`;
  writeFileSync(join(folder, "index.html"), `${head}<h1>Looks</h1>${rows.join("\n")}\n`);
}
