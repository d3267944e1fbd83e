// Builds both halves: the browser's split bundle with styles and page table, and the renderer's one file.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipFile } from "node:zlib";
import * as esbuild from "esbuild";
import { minifySync } from "rolldown/utils";
import { UI, forgetSources, needsOf, sheetsOf } from "./graph.mjs";
import { virtual, wordAreas } from "./modules.mjs";
import { buildWidget } from "./widget.mjs";

const ROOT = join(UI, "..");
const OUT = join(ROOT, "app/static/build");
const SSR = join(ROOT, "ssr/dist");
const PUBLIC = "/static/build/";
const LAYOUT_SOURCES = {
  frame: "ui/layouts/Frame.tsx",
  public: "ui/layouts/PublicLayout.tsx",
  "sign-in": "ui/layouts/SignInLayout.tsx",
};
const REQUIRE = 'import { createRequire as __cr } from "node:module"; const require = __cr(import.meta.url);';
const BUILD_MARK = "@@parley-build@@";
const WATCH = process.argv.includes("--watch");
/** Whether to compress fast, for a test whose files nobody downloads. */
const QUICK = process.argv.includes("--quick");
/** The file of a sheet that belongs to no component. */
const sheetOf = (name) => join(UI, "styles", `${name}.css`);

// What opens over any page: a page applies its own sheet and this one, no other page's.
const PANEL_STYLES = [
  ...["later", "menus", "fields", "lists"].map(sheetOf),
  join(UI, "components/floats/floats.css"),
  join(UI, "components/lists/hits.css"),
  sheetOf("panel"),
  join(UI, "features/notifications/notifications.css"),
];
// Of the sheets that apply, the first one in the document settles the order of the layers.
const LAYERS = "@layer base, parts, layout, page;";
/** What a page without forms and lists leaves out of its layout's sheets. */
const FULL_STYLES = new Set(["fields", "lists"].map(sheetOf));

const hash = (...parts) =>
  parts
    .reduce((h, part) => h.update(part), createHash("sha256"))
    .digest("hex")
    .slice(0, 8);
const shared = {
  bundle: true,
  format: "esm",
  minify: true,
  metafile: true,
  jsx: "automatic",
  loader: { ".json": "json" },
  logLevel: "warning",
  absWorkingDir: ROOT,
};

// What a build writes stays until the next one is whole: a page in the middle of loading keeps its files.
let written = new Set();

/** Write a built file. */
function write(folder, name, text) {
  written.add(name);
  writeFileSync(join(folder, name), text);
}

/** Write a file that someone may be about to read: it is there whole or not at all. */
function writeWhole(folder, name, text) {
  write(folder, `${name}.new`, text);
  written.add(name);
  renameSync(join(folder, `${name}.new`), join(folder, name));
}

/**
 * A script in fewer bytes than esbuild's own shortening: the core alone is 4 KB (br) smaller so, most of it for names
 * that repeat.
 */
function shortened(name, text, module = true) {
  const { code, errors } = minifySync(name, text, { module, compress: { target: "es2023" }, mangle: true });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  return code;
}

/** What is imported when it is needed: views and parts of them, by the sources that do so. */
function lazySources() {
  const files = readdirSync(UI, { recursive: true })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(UI, file));
  const imported = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, to]) => join(dirname(file), to)),
  );
  return new Set(imported.filter((file) => basename(file) !== "pages"));
}

/** An esbuild plugin that makes lazily loaded files share one core; see ui/core.ts. */
const oneCore = {
  name: "one-core",
  setup(build) {
    const lazy = lazySources();
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) =>
      lazy.has(path.replace(/\.tsx?$/, ""))
        ? {
            contents: `import ${JSON.stringify(join(UI, "core.ts"))};\n${readFileSync(path, "utf8")}`,
            loader: path.endsWith("x") ? "tsx" : "ts",
          }
        : undefined,
    );
  },
};

/**
 * An esbuild plugin that lets what only React Router's data routes use be dropped: they stand behind one call not
 * marked as pure.
 */
const withoutDataRoutes = {
  name: "without-data-routes",
  setup(build) {
    build.onLoad({ filter: /react-router\/dist\/.*\/components\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(/= (React[$\w]*\.memo\()/g, "= /* @__PURE__ */ $1"),
    }));
  },
};

/** Read every feature's declarations, the source file of each page's view, and which icons the frame has. */
async function readPages(sprite) {
  const outdir = join(SSR, "table");
  rmSync(outdir, { recursive: true, force: true });
  const { metafile } = await esbuild.build({
    ...shared,
    minify: false,
    platform: "node",
    splitting: true,
    outdir,
    entryNames: "table",
    outExtension: { ".js": ".mjs" },
    stdin: {
      contents: 'export { PAGES } from "virtual:pages"; export { frameIcons } from "./layouts/menu";',
      resolveDir: UI,
    },
    plugins: [virtual({ sprite })],
    banner: { js: REQUIRE },
  });
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file].entryPoint === "<stdin>");
  const { PAGES, frameIcons } = await import(`${pathToFileURL(join(ROOT, entry)).href}?${Date.now()}`);
  const bySource = new Map(
    Object.entries(metafile.outputs).map(([file, output]) => [basename(file), output.entryPoint]),
  );
  const pages = PAGES.map((page) => {
    const chunk = /import\("\.\/([^"]+)"\)/.exec(page.view.toString())?.[1];
    const source = chunk && bySource.get(chunk);
    const isDeclared = source && needsOf(join(ROOT, source)).areas.every((area) => page.messages.includes(area));
    if (!isDeclared) throw new Error(`Page ${page.name}: its declaration must say view: () => import("./SomePage").`);
    return { ...page, source, feature: dirname(source) };
  });
  rmSync(outdir, { recursive: true, force: true });
  const names = pages.map((page) => page.name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice) throw new Error(`Two pages are nameOf ${twice}.`);
  const bare = pages.find(({ menu, icon }) => menu && !icon);
  if (bare) throw new Error(`Page ${bare.name} is in the menu and has no icon.`);
  const texts = new Set(wordAreas()[0][1]);
  const silent = pages.flatMap(({ name, messages }) =>
    messages.filter((area) => !texts.has(area)).map((area) => `Page ${name} names the texts ${area}: there are none.`),
  );
  if (silent.length > 0) throw new Error(silent.join("\n"));
  return { pages, drawn: frameIcons(pages) };
}

/** Every icon in one picture, kept for good by anyone who has seen one page; gives its address and the drawings. */
async function buildSprite() {
  const { outputFiles } = await esbuild.build({
    ...shared,
    write: false,
    metafile: false,
    entryPoints: [join(UI, "components/icons.ts")],
  });
  const { ICONS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  const symbols = Object.entries(ICONS).map(
    ([name, path]) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  );
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
  const name = `icons-${hash(text)}.svg`;
  write(OUT, name, text);
  return { sprite: PUBLIC + name, icons: ICONS };
}

/**
 * What a page is called in each language: as the menu calls it, else its title; nothing where that depends on what it
 * shows.
 */
function titles({ name, title }) {
  const textOf = (locale, area, key) => JSON.parse(readFileSync(join(UI, "i18n", locale, `${area}.json`), "utf8"))[key];
  const [area, ...rest] = typeof title === "string" ? title.split(".") : [];
  const of = (locale) =>
    textOf(locale, "common", `nav.${name}`) ??
    (area && area !== "problem" ? textOf(locale, area, rest.join(".")) : undefined);
  const messages = readdirSync(join(UI, "i18n"))
    .sort()
    .map((locale) => [locale, of(locale)]);
  return Object.fromEntries(messages.filter(([, text]) => typeof text === "string"));
}

/** A stylesheet that pages share. */
async function buildShared(name, pieces) {
  const text = [LAYERS, ...pieces.map((file) => readFileSync(file, "utf8"))].join("\n");
  const { code } = await esbuild.transform(text, {
    loader: "css",
    minify: true,
    target: "es2024",
    legalComments: "none",
  });
  const file = `${name}-${hash(code)}.css`;
  write(OUT, file, code.trim());
  return file;
}

/**
 * One stylesheet a page: base, layout, own pieces, in that order; one for other looks than the default, one linked
 * after the page.
 */
async function buildStyles(pages) {
  const names = new Map();
  const files = {};
  for (const page of pages) {
    const layout = sheetsOf(join(ROOT, LAYOUT_SOURCES[page.layout])).filter(
      (file) => !(page.bare && FULL_STYLES.has(file)),
    );
    const pieces = new Set([...layout, ...needsOf(join(ROOT, page.source)).sheets]);
    const text = [...pieces].map((file) => readFileSync(file, "utf8")).join("\n");
    if (!names.has(text)) {
      const { code } = await esbuild.transform(text, {
        loader: "css",
        minify: true,
        target: "es2024",
        legalComments: "none",
      });
      const name = `${page.layout}-${hash(code)}.css`;
      write(OUT, name, code.trim());
      names.set(text, name);
    }
    files[page.name] = names.get(text);
  }
  return {
    files,
    looks: await buildShared("looks", [sheetOf("looks")]),
    later: PUBLIC + (await buildShared("later", PANEL_STYLES)),
  };
}

/** Where a feature declares its pages. */
const declarations = (feature) => `${feature}/pages.ts`;

/** One file a language and area of words, all under one version. */
function buildWords() {
  const files = wordAreas().flatMap(([locale, areas]) =>
    areas.map((area) => [
      `${area}-${locale}`,
      `export default ${JSON.stringify(JSON.parse(readFileSync(join(UI, "i18n", locale, `${area}.json`), "utf8")))};`,
    ]),
  );
  const end = `-${hash(...files.flat())}.js`;
  for (const [name, text] of files) write(OUT, name + end, text);
  return { base: PUBLIC, end };
}

/** Every file a file imports before it runs, itself first. */
function closure(outputs, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of outputs[file].imports)
    if (kind === "import-statement" && outputs[path]) closure(outputs, path, seen);
  return seen;
}

/** Replaces names of files by as few of their characters as tell them apart: every first load holds dozens of them. */
function briefly(files) {
  const names = files.map((file) => basename(file, ".js")).filter((name) => /^[A-Z0-9]{8}$/.test(name));
  const enough = [5, 6, 7, 8].find(
    (length) => new Set(names.map((name) => name.slice(0, length))).size === names.length,
  );
  const known = new Set(names);
  return (text) => text.replace(/\b[A-Z0-9]{8}(?=\.js\b)/g, (name) => (known.has(name) ? name.slice(0, enough) : name));
}

/** The browser's bundle: entry, one chunk a page, one a message file. */
async function buildBrowser(pages, styles, looks, sprite) {
  const words = buildWords();
  const addresses = Object.fromEntries(Object.entries(styles).map(([name, file]) => [name, PUBLIC + file]));
  const { metafile, outputFiles } = await esbuild.build({
    ...shared,
    write: false,
    platform: "browser",
    target: ["es2023", "chrome120", "firefox121", "safari17"],
    splitting: true,
    outdir: OUT,
    sourcemap: WATCH,
    entryPoints: { browser: join(UI, "browser.tsx") },
    entryNames: "[name]-[hash]",
    // By their hashes alone: the table of pages names all of them in every first load.
    chunkNames: "[hash]",
    define: { "process.env.NODE_ENV": '"production"' },
    conditions: ["production"],
    plugins: [virtual({ styles: addresses, looks: PUBLIC + looks, sprite, pages, words }), withoutDataRoutes, oneCore],
  });
  const outputs = metafile.outputs;
  const nameOf = WATCH ? (text) => text : briefly(Object.keys(outputs));
  for (const { path, text } of outputFiles)
    write(OUT, nameOf(basename(path)), nameOf(WATCH ? text : shortened(path, text)));
  const ofSource = new Map(Object.entries(outputs).map(([file, output]) => [output.entryPoint, file]));
  const address = (file) => PUBLIC + nameOf(basename(file));
  const entry = ofSource.get("ui/browser.tsx");
  const idle = await esbuild.build({
    ...shared,
    bundle: false,
    metafile: false,
    write: false,
    stdin: {
      contents: `const go = () => import(${JSON.stringify(address(entry))});
        addEventListener("load", () =>
          "requestIdleCallback" in window ? requestIdleCallback(go, { timeout: 4000 }) : setTimeout(go, 200));`,
    },
  });
  const idleText = idle.outputFiles[0].text;
  const idleName = `idle-${hash(idleText)}.js`;
  write(OUT, idleName, idleText);
  const rows = pages.map((page) => {
    const view = ofSource.get(page.source);
    const layout = ofSource.get(LAYOUT_SOURCES[page.layout]);
    const files = [
      ...new Set(
        [entry, layout, view, ofSource.get(declarations(page.feature))].flatMap((file) => [...closure(outputs, file)]),
      ),
    ];
    const messages = {};
    for (const locale of readdirSync(join(UI, "i18n")).sort()) {
      messages[locale] = page.messages.map((area) => `${words.base}${area}-${locale}${words.end}`);
    }
    return {
      name: page.name,
      path: page.path,
      access: page.access,
      cache: page.cache,
      sitemap: page.sitemap,
      script: page.script,
      proof: page.proof,
      layout: page.layout,
      also: Object.fromEntries(
        Object.entries(page.also).map(([from, query]) => [from, new URLSearchParams(query).toString()]),
      ),
      title: titles(page),
      icon: page.icon,
      query: Object.entries(page.query).map(([key, rule]) => ({ key, ...rule })),
      styles: [styles[page.name]],
      modules: files.map(address),
      messages,
    };
  });
  return { rows, entry: address(entry), idle: PUBLIC + idleName };
}

/** How much of the English texts each language has, in percent, rounded down. */
function coverage() {
  const keys = (locale) =>
    readdirSync(join(UI, "i18n", locale))
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) =>
        Object.entries(JSON.parse(readFileSync(join(UI, "i18n", locale, file), "utf8")))
          .filter(([, text]) => text !== "")
          .map(([key]) => `${file}/${key}`),
      );
  const english = keys("en");
  const share = (locale) => {
    const there = new Set(keys(locale));
    return Math.floor((100 * english.filter((key) => there.has(key)).length) / english.length);
  };
  return Object.fromEntries(
    readdirSync(join(UI, "i18n"))
      .sort()
      .map((locale) => [locale, share(locale)]),
  );
}

/** The largest first load of a page in compressed KB. */
function largest(rows) {
  const size = (file) => readFileSync(join(OUT, `${basename(file)}.br`)).length;
  return (
    Math.max(...rows.map((row) => [...row.modules, ...row.messages.en].reduce((sum, file) => sum + size(file), 0))) /
    1024
  ).toFixed(1);
}

/** The texts of all languages as one file, and where each area begins in it and how many bytes it has. */
function buildTexts() {
  const pieces = [];
  const places = {};
  let position = 0;
  for (const [locale, areas] of wordAreas())
    for (const area of areas) {
      const text = readFileSync(join(UI, "i18n", locale, `${area}.json`), "utf8");
      const bytes = Buffer.from(JSON.stringify(JSON.parse(text)));
      places[`${locale}/${area}`] = [position, bytes.length];
      position += bytes.length;
      pieces.push(bytes);
    }
  const texts = Buffer.concat(pieces);
  const file = `messages-${hash(texts)}.txt`;
  write(SSR, file, texts);
  return { file, places };
}

/** The renderer: one ESM file for Node, and one of texts. */
async function buildRenderer(sprite) {
  const { outputFiles } = await esbuild.build({
    ...shared,
    platform: "node",
    target: "node24",
    write: false,
    sourcemap: WATCH && "inline",
    outfile: join(SSR, "worker.mjs"),
    entryPoints: [join(ROOT, "ssr/worker.ts")],
    define: { "process.env.NODE_ENV": '"production"', __BUILD__: JSON.stringify(BUILD_MARK) },
    conditions: ["production"],
    plugins: [virtual({ sprite, texts: buildTexts() })],
    keepNames: true,
    banner: {
      js: `${REQUIRE}${WATCH ? " process.setSourceMapsEnabled(true);" : ""}`,
    },
  });
  // A single letter beyond Latin-1 makes the engine keep two bytes of each.
  return outputFiles[0].text.replace(
    /[^\x00-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The scripts for other people's pages, and a table of them for the server: `/w/1/…` serves them, not `/static`. */
async function buildEmbedded() {
  const scripts = await buildWidget({
    shorten: (name, text, module) => (WATCH ? text : shortened(name, text, module)),
    nameOf: (name, text) => `${name}-${hash(text)}.js`,
  });
  for (const { file, text } of Object.values(scripts)) write(OUT, file, text);
  const { loader, panel } = scripts;
  const table = { loader: loader.file, panel: panel.file, br: { loader: loader.br, panel: panel.br } };
  writeWhole(OUT, "widget.json", JSON.stringify(table, null, 1));
  return table;
}

/** From so many bytes on a file is packed in blocks of several lengths: which is best depends on it, by 0.1 KB. */
const LARGE = 100_000;
const BLOCKS = [17, 18, 19];

/** Compress what is served as a file, as many at once as there are processors. */
async function compress() {
  const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipFile)];
  const files = [...written].filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    files.map(async (file) => {
      const text = readFileSync(join(OUT, file));
      const pack = (block) =>
        brotli(text, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: QUICK ? 1 : 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
            [constants.BROTLI_PARAM_LGBLOCK]: block,
            [constants.BROTLI_PARAM_LGWIN]: 19,
          },
        });
      const packed = await Promise.all((QUICK || text.length < LARGE ? [18] : BLOCKS).map(pack));
      write(OUT, `${file}.br`, packed.toSorted((a, b) => a.length - b.length)[0]);
      write(OUT, `${file}.gz`, await gzip(text, { level: QUICK ? 1 : 9 }));
    }),
  );
}

/** Take away what neither this build nor the one before has written. */
function sweep(before) {
  for (const folder of [OUT, SSR])
    for (const name of readdirSync(folder))
      if (!written.has(name) && !before.has(name)) rmSync(join(folder, name), { recursive: true });
}

/** Build everything once. */
async function build() {
  forgetSources();
  const began = performance.now();
  const before = written;
  written = new Set();
  mkdirSync(OUT, { recursive: true });
  mkdirSync(SSR, { recursive: true });
  const { sprite, icons } = await buildSprite();
  const { pages, drawn } = await readPages(sprite);
  // In the frame's documents themselves: they are drawn with the first paint, on the slowest line.
  const paths = drawn.map((id) => `<path id="i-${id}" d="${icons[id]}"/>`);
  const frame = `<div hidden><svg><defs>${paths.join("")}</defs></svg></div>`;
  const { files: styles, looks, later } = await buildStyles(pages);
  const [browser, renderer, widget] = await Promise.all([
    buildBrowser(pages, styles, looks, sprite),
    buildRenderer(sprite),
    buildEmbedded(),
  ]);
  const id = hash(JSON.stringify(browser.rows), later, frame, browser.entry, browser.idle, renderer);
  if (!WATCH) await compress();
  writeWhole(SSR, "worker.mjs", renderer.replaceAll(BUILD_MARK, id));
  const table = {
    build: id,
    entry: browser.entry,
    idle: browser.idle,
    looks,
    later,
    frame,
    coverage: coverage(),
    pages: browser.rows,
  };
  writeWhole(OUT, "pages.json", JSON.stringify(table, null, 1));
  sweep(before);
  const { loader, panel } = widget.br;
  const sizes = () => `, largest first load ${largest(browser.rows)} KB br, widget ${loader} + ${panel} B br`;
  const took = `${Math.round(performance.now() - began)} ms`;
  process.stdout.write(`built ${id}: ${pages.length} pages${WATCH ? "" : sizes()}, ${took}\n`);
}

/** Build now, and once more for each burst of changes meanwhile or later; one build at a time. */
async function keepBuilding() {
  let changed = true;
  let wake = () => {};
  for (const folder of ["ui", "ssr"]) {
    watch(join(ROOT, folder), { recursive: true }, (_, file) => {
      if (!file || file.startsWith("dist")) return;
      changed = true;
      wake();
    });
  }
  for (;;) {
    if (!changed) await new Promise((resolve) => (wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, 120)); // An editor writes several files at once.
    changed = false;
    await build().catch((error) => process.stderr.write(`${error.message}\n`));
  }
}

await (WATCH ? keepBuilding() : build());
