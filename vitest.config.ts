import { defineConfig } from "vitest/config";
// The build's own list of what is made from folders, so that tests see the same pages.
import { sources } from "./ui/modules.mjs";

const made = sources() as Record<string, () => string>;

export default defineConfig({
  plugins: [
    {
      name: "virtual",
      resolveId: (id: string) => (id in made ? `\0${id}` : undefined),
      load: (id: string) => (id.startsWith("\0virtual:") ? made[id.slice(1)]?.() : undefined),
    },
  ],
  test: {
    include: ["tests/ui/**/*.test.{ts,tsx}", "tests/ssr/**/*.test.{ts,tsx}", "tests/contract/**/*.test.ts"],
    testTimeout: 20_000,
    maxWorkers: "100%",
  },
});
