import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
// The build's own list of what is made from folders, so that tests see the same pages.
import { withMessages } from "./ui/graph.mjs";
import { sources } from "./ui/modules.mjs";

const made = sources() as Record<string, () => string>;

const include = globSync([
  "tests/ui/**/*.test.{ts,tsx}",
  "tests/ssr/**/*.test.{ts,tsx}",
  "tests/contract/**/*.test.ts",
]);
/** Tests with a document: React keeps the first one it sees, so that each file loads everything by itself. */
const inDocument = include.filter((file) => readFileSync(file, "utf8").startsWith("// @vitest-environment"));

export default defineConfig({
  plugins: [
    {
      name: "virtual",
      enforce: "pre",
      resolveId: (id: string) => (id in made ? `\0${id}` : undefined),
      load: (id: string) => (id.startsWith("\0virtual:") ? made[id.slice(1)]?.() : undefined),
      transform: (text: string, id: string) => (id.endsWith("/pages.ts") ? withMessages(id, text) : undefined),
      // What is added to a declaration comes from other files: no cache knows when it has changed.
      configureVitest: ({ experimental_defineCacheKeyGenerator: defineKey }) =>
        defineKey(({ id }) => (id.endsWith("/pages.ts") ? false : undefined)),
    },
  ],
  test: {
    // A machine that does two things at once may stop for a while; vitest tells what was tried twice.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "document", include: inDocument } },
      { extends: true, test: { name: "node", include, exclude: inDocument, isolate: false } },
    ],
  },
});
