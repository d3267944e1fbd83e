// The virtual modules made from folders, shared by the build and the tests: pages, messages, styles.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { UI, withMessages } from "./graph.mjs";

/** What makes a lazily loaded file share the core of the browser's build; see ui/core.ts. */
const CORE = `import ${JSON.stringify(join(UI, "core.ts"))};\n`;

const folders = (at) =>
  readdirSync(at, { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
    .sort();

/** The folders under `at` that declare pages: an area each, alone or in a group. */
const features = (at = join(UI, "features")) =>
  folders(at)
    .map((name) => join(at, name))
    .flatMap((folder) => [...(existsSync(join(folder, "pages.ts")) ? [folder] : []), ...features(folder)]);

/** What a page is called whose address says it: one of several rows by the row, and none by its area. */
const nameOf = (path) =>
  path
    .replace(/^\/((admin|pages|apps|reports)\/)?/, "")
    .replace(/s\/:\w+/g, "")
    .replaceAll("/", "-");

/**
 * Source of `virtual:pages` for the browser: the table alone, short, as it is in every first load; a feature's
 * declarations come with the first page of it.
 */
function tableModule(pages) {
  const declared = [...new Set(pages.map(({ feature }) => feature))];
  const loads = declared.map(
    (folder, i) => `const f${i} = () => import(${JSON.stringify(join(UI, "..", folder, "pages.ts"))});`,
  );
  const who = ({ access }) =>
    typeof access === "string" ? access : `${access.action} ${access.subject}${access.whole ? " whole" : ""}`;
  // As text: path, what it is called where its address does not say so, and its icon and place in the menu.
  const entry = ({ name, path, icon, menu }) =>
    [path, name === nameOf(path) ? "" : name, ...(menu ? [icon, menu.group, menu.order] : [])].join(" ").trimEnd();
  const alike = Map.groupBy(pages, (page) => [declared.indexOf(page.feature), who(page), page.layout].join());
  const rows = [...alike.values()].map(([first, ...rest]) => {
    const values = [
      who(first),
      [first, ...rest].map(entry).join(),
      ...(first.layout === "frame" ? [] : [first.layout]),
    ];
    return `of(f${declared.indexOf(first.feature)}, ${values.map((value) => JSON.stringify(value)).join(", ")})`;
  });
  const of = `const nameOf = ${nameOf};
  const of = (feature, access, entries, layout = "frame") => entries.split(",").map((entry) => {
    const [path, called, icon, group, order] = entry.split(" ");
    const name = called || nameOf(path);
    const [action, subject, whole] = access.split(" ");
    const load = async () => (await feature()).pages.find((page) => page.name === name);
    const place = icon && { icon, menu: { group, order: Number(order) } };
    const who = subject ? { action, subject, ...(whole && { whole: true }) } : action;
    return { name, path, access: who, layout, ...place, load };
  });`;
  return `${of}\n${loads.join("\n")}\nexport const PAGES = [${rows.join(",\n")}].flat();\n`;
}

/** Source of `virtual:pages` elsewhere: every feature's page list; a feature that is not there is simply not in it. */
export function pagesModule() {
  const files = features().map((folder) => join(folder, "pages.ts"));
  const imports = files.map((file, i) => `import { pages as p${i} } from ${JSON.stringify(file)};`);
  return `${imports.join("\n")}\nexport const PAGES = [${files.map((_, i) => `...p${i}`).join(", ")}];\n`;
}

/** Source of `virtual:messages`: one import a language and area, so that each becomes its own file. */
export function messagesModule() {
  const rows = [];
  for (const locale of folders(join(UI, "i18n"))) {
    for (const file of readdirSync(join(UI, "i18n", locale))
      .filter((name) => name.endsWith(".json"))
      .sort()) {
      const [name, path] = [`${locale}/${file.slice(0, -5)}`, join(UI, "i18n", locale, file)];
      rows.push(`${JSON.stringify(name)}: () => import(${JSON.stringify(path)})`);
    }
  }
  return `const MESSAGES = {${rows.join(",\n")}};
export const readMessages = (locale, area) => MESSAGES[locale + "/" + area]();\n`;
}

/** Source of `virtual:messages` for the renderer, which reads of one file beside it what a page needs. */
const readMessagesModule = ({ file, places }) => `import { openSync, readSync } from "node:fs";
const FILE = openSync(new URL("./${file}", import.meta.url));
const PLACES = ${JSON.stringify(places)};
export const readMessages = async (locale, area) => {
  const [position, length] = PLACES[locale + "/" + area];
  const bytes = Buffer.alloc(length);
  readSync(FILE, bytes, 0, length, position);
  return { default: JSON.parse(bytes.toString()) };
};
`;

/** The areas that have words, by language. */
export const wordAreas = () =>
  folders(join(UI, "i18n")).map((locale) => [
    locale,
    readdirSync(join(UI, "i18n", locale))
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => name.slice(0, -5)),
  ]);

/** Source of `virtual:messages` for the browser: all files share one version, so that their names need no table. */
const namedMessagesModule = ({ base, end }) =>
  `export const readMessages = (locale, area) => import("${base}" + area + "-" + locale + "${end}");\n`;

/**
 * The sources by module name: addresses of stylesheets by page name and of the sprite; with `pages` their table alone,
 * with `words` the names of built message files, with `texts` the one file of all and where each is in it.
 */
export const sources = ({ styles, looks = "", sprite = "/static/build/icons.svg", pages, words, texts } = {}) => ({
  "virtual:pages": () => (pages ? tableModule(pages) : pagesModule()),
  "virtual:messages": () => (texts ? readMessagesModule(texts) : words ? namedMessagesModule(words) : messagesModule()),
  "virtual:styles": () =>
    [
      `${styles ? CORE : ""}export const STYLES = ${JSON.stringify(styles ?? {})};`,
      `export const LOOKS = ${JSON.stringify(looks)};\n`,
    ].join("\n"),
  "virtual:icons": () => `export const SPRITE = ${JSON.stringify(sprite)};\n`,
});

/** An esbuild plugin that serves them. */
export const virtual = (known = {}) => ({
  name: "virtual",
  setup(build) {
    const texts = sources(known);
    build.onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: "virtual" }));
    build.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({
      contents: texts[path](),
      loader: "js",
      resolveDir: UI,
    }));
    build.onLoad({ filter: /\/pages\.ts$/ }, ({ path }) => ({
      contents: `${known.styles ? CORE : ""}${withMessages(path, readFileSync(path, "utf8"))}`,
      loader: "ts",
    }));
    // The build makes one sheet a page of them: see `needsOf`.
    build.onResolve({ filter: /\.css$/ }, ({ path }) => ({ path, namespace: "sheet", sideEffects: false }));
    build.onLoad({ filter: /.*/, namespace: "sheet" }, () => ({ contents: "" }));
  },
});
