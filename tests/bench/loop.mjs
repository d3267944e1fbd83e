// `renderToString` in a loop, without server or answers over a wire: node loop.mjs OUTFILE < request.json prints pages
// a second.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { virtual } from "../../ui/modules.mjs";

const [out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
// As the renderer's own build, but with the render function for an export.
const { outputFiles } = await esbuild.build({
  bundle: true,
  format: "esm",
  minify: true,
  keepNames: true,
  jsx: "automatic",
  platform: "node",
  target: "node24",
  write: false,
  outfile: out,
  entryPoints: [join(here, "../../ssr/render.tsx")],
  conditions: ["production"],
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [virtual()],
  banner: { js: 'import { createRequire as __cr } from "node:module"; const require = __cr(import.meta.url);' },
});
writeFileSync(out, outputFiles[0].text);
const { render } = await import(pathToFileURL(out).href);
const request = JSON.parse(readFileSync(0, "utf8"));
for (let n = 0; n < 50; n++) await render(request);
const begun = performance.now();
let pages = 0;
const duration = process.env.BENCH === "tiny" ? 200 : 4000;
while (performance.now() - begun < duration) {
  const { page, needs } = await render(request);
  if (page?.status !== 200) throw new Error(`not a page: ${JSON.stringify(needs ?? page?.status)}`);
  pages++;
}
process.stdout.write(`${pages / ((performance.now() - begun) / 1000)}\n`);
