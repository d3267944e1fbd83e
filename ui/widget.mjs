// Builds the two scripts for other people's pages: the loader, and the panel whose name it knows.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import * as esbuild from "esbuild";
import { UI } from "./graph.mjs";

const TARGET = ["es2023", "chrome120", "firefox121", "safari17.4"];

/** An esbuild plugin: a stylesheet imported with `?inline` is a short text. */
const inlineStyles = {
  name: "inline-styles",
  setup(build) {
    build.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -"?inline".length)),
      namespace: "inline",
    }));
    build.onLoad({ filter: /.*/, namespace: "inline" }, async ({ path }) => {
      const { code } = await esbuild.transform(readFileSync(path, "utf8"), {
        loader: "css",
        minify: true,
        target: TARGET,
      });
      return { contents: code.trim(), loader: "text", watchFiles: [path] };
    });
  },
};

/**
 * Build both; `nameOf` says what a script is to be called. Gives name, text and compressed size of each.
 */
export async function buildWidget({ shorten, nameOf }) {
  const bundle = async (source, format, define = {}) => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(UI, "widget", source)],
      bundle: true,
      minify: true,
      write: false,
      format,
      target: TARGET,
      define,
      charset: "utf8",
      legalComments: "none",
      logLevel: "warning",
      plugins: [inlineStyles],
    });
    const text = shorten(source, outputFiles[0].text, format === "esm");
    return { file: nameOf(source.replace(/\.ts$/, ""), text), text, br: brotliCompressSync(text).length };
  };
  const panel = await bundle("panel.ts", "esm");
  const loader = await bundle("loader.ts", "iife", { PANEL_FILE: JSON.stringify(panel.file) });
  return { loader, panel };
}
