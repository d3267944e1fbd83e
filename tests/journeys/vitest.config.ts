import { defineConfig } from "vitest/config";

/** Journeys in Chromium: one installation, one browser, one file after the other. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["./installation.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
