/** docs/openapi.json is a sound OpenAPI 3.1 document, complete enough to make clients of. */
import { readFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";

const PATH = "docs/openapi.json";
const source = readFileSync(PATH, "utf8");

async function problems(text: string): Promise<string[]> {
  // Parley has no licence of its own to name yet; paths that look alike are distinguished by what a place may hold,
  // a number or one of a few words.
  const rules = { "info-license": "off", "no-ambiguous-paths": "off" } as const;
  const config = await createConfig({ extends: ["spec", "recommended"], rules });
  const normalizedProblems = await lintFromString({ source: text, absoluteRef: `/${PATH}`, config });
  return normalizedProblems.map(
    (problem) => `${problem.ruleId} ${problem.location[0]?.pointer ?? ""}: ${problem.message}`,
  );
}

describe("the OpenAPI document", () => {
  it("has nothing to complain of", async () => {
    expect(await problems(source)).toEqual([]);
  });

  it("would be complained of with a parameter that no place can hold", async () => {
    const broken = JSON.parse(source);
    broken.paths["/api/v1/bots"].get.parameters[0].in = "formData";
    expect(await problems(JSON.stringify(broken))).not.toEqual([]);
  });

  it("is what the interface's types were made from", async () => {
    const types = COMMENT_HEADER + astToString(await openapiTS(JSON.parse(source), { defaultNonNullable: false }));
    expect(readFileSync("ui/api/schema.ts", "utf8")).toBe(types);
  });

  it("says 3.1", () => {
    expect(JSON.parse(source).openapi).toMatch(/^3\.1\./);
  });
});
