import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Journeys in Chromium: one installation, one browser, one file after the other. */
export default defineConfig({
  cacheDir: resolve(import.meta.dirname, "../../node_modules/.vite"),
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["./installation.ts"],
    fileParallelism: false,
    // A machine that does two things at once may be late once; vitest tells what was tried twice.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
