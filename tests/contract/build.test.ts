/** What the build refuses: it runs here on a copy of the interface with one page more. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
let copy = "";
let view = "";

beforeEach(() => writeFileSync(view, 'export default () => <p>{t("reports.title")}</p>;\n'));

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "parley-build-"));
  for (const name of ["ui", "ssr", "package.json"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter: (file) => !file.endsWith("/ssr/dist") });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "app/static"), { recursive: true });
  mkdirSync(join(copy, "ui/features/sample"));
  view = join(copy, "ui/features/sample/SamplePage.tsx");
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** What the build says of a page declared so. */
function built(declared = "", view = 'view: () => import("./SamplePage")'): { status: number | null; output: string } {
  const page = `name: "sample", path: "/sample", area: "common", access: "user", title: "common.home"`;
  writeFileSync(
    join(copy, "ui/features/sample/pages.ts"),
    `import { page } from "../../page";\n` +
      `export const pages = [page({ ${[page, declared, view].filter(Boolean).join()} })];\n`,
  );
  const { status, stderr } = spawnSync(process.execPath, ["ui/build.mjs"], { cwd: copy, encoding: "utf8" });
  return { status, output: stderr };
}

it("stops at a style sheet that is not there", () => {
  writeFileSync(view, 'import "./contorls.css";\nexport default () => <p>sample</p>;\n');
  const { status, output } = built();
  expect(output).toContain("features/sample/SamplePage.tsx imports ./contorls.css: there is no such file.");
  expect(status).toBe(1);
});

it("stops at texts that are not there", () => {
  const { status, output } = built('messages: ["exprots"]');
  expect(output).toContain("Page sample names the texts exprots: there are none.");
  expect(status).toBe(1);
});

it("stops at a view whose needs it cannot read", () => {
  const { status, output } = built("", 'view: [() => import("./SamplePage")][0]');
  expect(output).toContain('Page sample: its declaration must say view: () => import("./SomePage").');
  expect(status).toBe(1);
});
