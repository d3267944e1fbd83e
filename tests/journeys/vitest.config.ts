import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest file first, so that no process is left with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) => /\/pages\.\w+\.test\.ts$/.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** Journeys in Chromium: three processes, each with an installation of its own for one file after the other. */
export default defineConfig({
  cacheDir: resolve(import.meta.dirname, "../../node_modules/.vite"),
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["./installation.ts"],
    setupFiles: ["./setup.ts"],
    // Most of a journey is waiting for one thing at a time.
    maxWorkers: 3,
    // A process keeps its browser from file to file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A machine of CI stops for up to twenty seconds: nothing there is judged by less than thirty, or by one attempt.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: process.env.CI ? 30_000 : 10_000 } },
    testTimeout: process.env.CI ? 240_000 : 60_000,
    hookTimeout: 240_000,
  },
});
