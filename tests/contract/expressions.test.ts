/** Regular expressions of the interface take linear time: the linter refuses those that do not. */
import { ESLint } from "eslint";
import { expect, it } from "vitest";

const lint = new ESLint();
const messages = async (expression: string, filePath: string) =>
  (await lint.lintText(`/** An expression. */\nexport const IT = ${expression};\n`, { filePath }))[0]!.messages.map(
    ({ ruleId }) => ruleId,
  );

it.each(["ui/page/query.ts", "ui/lib/dates.ts", "ui/features/office/todo/InlineMarkdown.tsx", "ssr/worker.ts"])(
  "in %s",
  async (file) => {
    expect(await messages("/^[A-Za-z_]+([/+-][A-Za-z0-9_+-]+)*$/", file)).toContain(
      "regexp/no-super-linear-backtracking",
    );
    expect(await messages("/<[^>]+>/g", file)).toContain("regexp/no-super-linear-move");
    expect(await messages("/^(?:a|a)*b$/", file)).toContain("regexp/no-dupe-disjunctions");
    expect(await messages("/^\\d{4}-\\d{2}$/", file)).toEqual([]);
  },
);
