/** What the build refuses: it runs here on a copy of the interface with one page more. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
let copy = "";

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "parley-build-"));
  for (const name of ["ui", "ssr", "package.json"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (file) => !file.endsWith("/ssr/dist") });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "app/static"), { recursive: true });
  mkdirSync(join(copy, "ui/features/sample"));
  writeFileSync(join(copy, "ui/features/sample/SamplePage.tsx"), "export default () => <p>sample</p>;\n");
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the build says of a page declared so. */
function built(declared: string): { status: number | null; output: string } {
  const page = `name: "sample", path: "/sample", area: "common", access: "user", title: "common.home", ${declared}`;
  writeFileSync(
    join(copy, "ui/features/sample/pages.ts"),
    `import { page } from "../../page";\n` +
      `export const pages = [page({ ${page}, view: () => import("./SamplePage") })];\n`,
  );
  const { status, stderr } = spawnSync(process.execPath, ["ui/build.mjs"], { cwd: copy, encoding: "utf8" });
  return { status, output: stderr };
}

it("stops at a style sheet that is not there", () => {
  const { status, output } = built('styles: ["controls", "contorls"]');
  expect(output).toContain("Page sample names the style sheet contorls: there is no such file.");
  expect(status).toBe(1);
});

it("stops at texts that are not there, in each language", () => {
  const { status, output } = built('messages: ["exprots"]');
  for (const language of ["ar", "en", "hi"])
    expect(output).toContain(`Page sample names the texts ${language}/exprots: there is no such file.`);
  expect(status).toBe(1);
});
