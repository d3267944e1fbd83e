/** No file of the interface imports itself by way of others, types and views that are loaded later included. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const UI = join(ROOT, "ui");

/** The file an import of another one means; none for packages and styles. */
function target(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = resolve(dirname(file), specifier);
  return [path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find(
    (path) => /\.tsx?$/.test(path) && existsSync(path),
  );
}

/** The cycles among files and what they import: each as the path that leads back to its first file. */
function cycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const components: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) components.push([...path.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return components;
}

it("sees a cycle where there is one", () => {
  expect(
    cycles(
      new Map([
        ["a", ["b"]],
        ["b", ["c", "d"]],
        ["c", ["a"]],
        ["d", []],
      ]),
    ),
  ).toEqual([["a", "b", "c", "a"]]);
});

it("is so for every file", () => {
  const files = readdirSync(UI, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(UI, name));
  const imports = new Map(
    files.map((file) => [
      file,
      ts
        .preProcessFile(readFileSync(file, "utf8"), true, true)
        .importedFiles.flatMap(({ fileName }) => target(file, fileName) ?? []),
    ]),
  );
  expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  expect(cycles(imports).map((path) => path.map((file) => relative(UI, file)).join(" > "))).toEqual([]);
});
