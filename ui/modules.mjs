// The virtual modules made from folders, shared by the build and the tests: pages, messages, styles.
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the interface. */
export const UI = dirname(fileURLToPath(import.meta.url));

const folders = (at) => readdirSync(at, { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => e.name).sort();

/** Source of `virtual:pages`: every feature's page list; a feature that is not there is simply not in it. */
export function pagesModule() {
  const files = folders(join(UI, "features")).map((name) => join(UI, "features", name, "pages.ts")).filter(existsSync);
  const imports = files.map((file, i) => `import { pages as p${i} } from ${JSON.stringify(file)};`);
  return `${imports.join("\n")}\nexport const PAGES = [${files.map((_, i) => `...p${i}`).join(", ")}];\n`;
}

/** Source of `virtual:messages`: one import a language and area, so that each becomes its own file. */
export function messagesModule() {
  const rows = [];
  for (const locale of folders(join(UI, "i18n"))) {
    for (const file of readdirSync(join(UI, "i18n", locale)).filter((name) => name.endsWith(".json")).sort()) {
      rows.push(`${JSON.stringify(`${locale}/${file.slice(0, -5)}`)}: () => import(${JSON.stringify(join(UI, "i18n", locale, file))})`);
    }
  }
  return `export const MESSAGES = {${rows.join(",\n")}};\n`;
}

/** The sources by module name; `styles` is a map of page name to stylesheet address. */
export const sources = (styles = {}) => ({
  "virtual:pages": pagesModule,
  "virtual:messages": messagesModule,
  "virtual:styles": () => `export const STYLES = ${JSON.stringify(styles)};\n`,
});
