// What each source file of the interface imports and says, so that a page's styles and texts follow from its view.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Visitor, parseSync } from "rolldown/utils";

/** The folder of the interface. */
export const UI = dirname(fileURLToPath(import.meta.url));

const files = new Map();
const views = new Map();
const catalogues = new Map();

/** Read all sources once more when they are asked for: they have changed. */
export function forgetSources() {
  for (const cache of [files, views, catalogues]) cache.clear();
}

/** The keys of each catalogue of texts, by its area. */
function readCatalogues() {
  if (catalogues.size === 0)
    for (const file of readdirSync(join(UI, "i18n/en")))
      catalogues.set(basename(file, ".json"), Object.keys(JSON.parse(readFileSync(join(UI, "i18n/en", file), "utf8"))));
  return catalogues;
}

/** The area whose text a literal names, whole or by its beginning; nothing where it names none. */
function areaOf(literal, whole) {
  const [, area, key] = /^([a-z]\w*)\.(.*)$/s.exec(literal) ?? [];
  const keys = readCatalogues().get(area);
  return keys?.some((name) => name === key || (whole ? name.startsWith(`${key}.`) : name.startsWith(key)))
    ? area
    : undefined;
}

/** The areas whose texts a program names in its literals. */
function areasIn(text, comments) {
  const code = comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  const areas = new Set();
  for (const [, literal, end] of code.matchAll(/["`]([a-z]\w*\.[\w.-]*)(["`]|\$\{)/g)) {
    const area = areaOf(literal, end !== "${");
    if (area) areas.add(area);
  }
  return areas;
}

/** The file that a file's import means; nothing for packages and what is made by the build. */
function resolveImport(file, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  const path = join(dirname(file), specifier);
  const target = ["", ".ts", ".tsx", "/index.ts"]
    .map((end) => path + end)
    .find((at) => /\.\w+$/.test(at) && existsSync(at));
  if (!target) throw new Error(`${relative(UI, file)} imports ${specifier}: there is no such file.`);
  return target;
}

/** What a source file imports, passes on and says. */
function readSource(file) {
  const cached = files.get(file);
  if (cached) return cached;
  const text = readFileSync(file, "utf8");
  const { module, comments } = parseSync(file, text);
  const dynamic = module.dynamicImports.flatMap(
    ({ moduleRequest: { start, end } }) => /^"([^"]+)"$/.exec(text.slice(start, end))?.[1] ?? [],
  );
  const targets = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest, entries }) => ({
        path: resolveImport(file, moduleRequest.value),
        names: entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name),
      })),
    ...dynamic.map((specifier) => ({ path: resolveImport(file, specifier), names: [null] })),
  ].filter(({ path }) => path && basename(path) !== "pages.ts");
  const passed = module.staticExports
    .flatMap(({ entries }) => entries)
    .filter(({ moduleRequest, isType }) => moduleRequest && !isType)
    .map(({ moduleRequest, importName, exportName }) => ({
      path: resolveImport(file, moduleRequest.value),
      name: importName.name,
      as: exportName.name,
    }))
    .filter(({ path }) => path);
  const source = {
    sheets: targets.filter(({ path }) => path.endsWith(".css")).map(({ path }) => path),
    imports: targets.filter(({ path }) => /\.tsx?$/.test(path)),
    passed: new Map(passed.map(({ path, name, as }) => [as, { path, name }])),
    areas: areasIn(text, comments),
  };
  files.set(file, source);
  return source;
}

/** Every file a file needs, itself last: of one that only passes on what others declare, those it is asked for. */
function filesOf(file, names = [null], seen = new Set()) {
  const { imports, passed } = readSource(file);
  const own = names.filter((name) => !passed.has(name));
  for (const name of names.filter((name) => passed.has(name)))
    filesOf(passed.get(name).path, [passed.get(name).name], seen);
  if (own.length === 0 || seen.has(file)) return seen;
  seen.add(file);
  for (const { path, names } of imports) filesOf(path, names, seen);
  // In the order in which files end.
  seen.delete(file);
  seen.add(file);
  return seen;
}

/** The sheets that a file names itself, in its order. */
export const sheetsOf = (file) => readSource(file).sheets;

/** What a view needs of styles and texts: each component's sheet before those of what uses it. */
export function needsOf(view) {
  let needs = views.get(view);
  if (!needs) {
    const sources = [...filesOf(view)].map(readSource);
    const unique = (of) => [...new Set(sources.flatMap(of))];
    needs = { sheets: unique(({ sheets }) => sheets), areas: unique(({ areas }) => [...areas]) };
    views.set(view, needs);
  }
  return needs;
}

/**
 * The source of a feature's declarations, in which each page has the areas of texts that its view and its declaration
 * name.
 */
export function withMessages(file, text) {
  const { program, comments } = parseSync(file, text);
  const edits = [];
  new Visitor({
    ObjectExpression({ start, end, properties }) {
      const view = properties.find(({ key }) => key?.name === "view");
      if (view?.value.body?.type !== "ImportExpression") return;
      const inside = comments
        .filter((comment) => comment.start > start && comment.end < end)
        .map((comment) => ({ start: comment.start - start, end: comment.end - start }));
      const declared = properties.find(({ key }) => key?.name === "messages");
      const areas = new Set([
        ...(declared?.value.elements.map(({ value }) => value) ?? []),
        ...areasIn(text.slice(start, end), inside),
        ...needsOf(resolveImport(file, view.value.body.source.value)).areas,
      ]);
      const messages = `messages: ${JSON.stringify([...areas].sort())}`;
      edits.push(
        declared ? { ...declared, messages } : { start: view.start, end: view.start, messages: `${messages}, ` },
      );
    },
  }).visit(program);
  return edits.reduceRight(
    (source, { start, end, messages }) => source.slice(0, start) + messages + source.slice(end),
    text,
  );
}
