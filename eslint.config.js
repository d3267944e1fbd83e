// Lint rules of the JavaScript half: types, hooks, accessibility and the one-way import law.
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import hooks from "eslint-plugin-react-hooks";
import a11y from "eslint-plugin-jsx-a11y";
import regexp from "eslint-plugin-regexp";
import ts from "typescript-eslint";

/** Forbid a layer from importing the given path patterns. */
const forbid = (...groups) => ({
  "no-restricted-imports": ["error", { patterns: groups.map(([group, message]) => ({ group, message })) }],
});
const FEATURES = [["**/features/**"], "Lower layers know no feature."];
const ROUTES = [
  ["**/routes", "**/routes.tsx", "**/browser", "**/store", "**/layouts/**", "**/layouts"],
  "Imports point one way: … <- features <- routes.",
];
const PAGES = [["**/page", "**/page/**"], "lib stands below page and api."];

const SYNTAX = [
  {
    selector: "JSXAttribute[name.name='style']:not([value.expression.callee.name='geometry'])",
    message: "Rules belong in sheets; a place that is computed is geometry({ … }).",
  },
  {
    selector: "BinaryExpression[operator='in']:not([left.type='Literal'])",
    message: "Every object has `constructor`: Object.hasOwn asks for names that data chose, entryOf reads them.",
  },
  { selector: "JSXText[value=/\\p{L}{2,}/u]", message: "Visible text comes from ui/i18n." },
];

/** The folder of the feature that a file belongs to: the nearest one that declares pages or calls. */
function featureOf(file) {
  for (let at = dirname(file); at.includes("/ui/features/"); at = dirname(at)) {
    if (existsSync(join(at, "pages.ts")) || existsSync(join(at, "api.ts"))) return at;
  }
  return undefined;
}

/**
 * A rule: another feature is known by its calls (`api.ts`) and its state (`slice.ts`) alone; layouts may show a part of
 * one when it is asked for.
 */
const boundary = {
  meta: { type: "problem", schema: [], messages: { foreign: "Of another feature import api.ts or slice.ts only." } },
  create(context) {
    const own = featureOf(context.filename);
    const check = (node) => {
      const path = resolve(dirname(context.filename), String(node.source.value));
      const other = path.includes("/ui/features/") ? featureOf(path) : undefined;
      if (other && other !== own && !/^(api|slice)$/.test(basename(path)))
        context.report({ node, messageId: "foreign" });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: (node) => node.source && check(node),
      ExportAllDeclaration: check,
      ...(own && { ImportExpression: check }),
    };
  },
};

export default ts.config(
  { ignores: ["app/static/build/**", "ssr/dist/**", "ui/api/schema.ts"] },
  ...ts.configs.recommended,
  a11y.flatConfigs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "react-hooks": hooks, regexp },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-console": "error",
      // A render worker has one thread: an expression that backtracks holds every page.
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential" }],
      "regexp/no-dupe-disjunctions": ["error", { report: "trivial" }],
      "no-restricted-syntax": ["error", ...SYNTAX],
      // The formatter wraps code; comments are wrapped by hand.
      "max-len": [
        "error",
        {
          code: 120,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreTrailingComments: true,
          ignorePattern: "eslint-disable|className=\\{|^\\s*<path|\\* i18n",
        },
      ],
    },
  },
  {
    files: ["ui/features/**/pages.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...SYNTAX,
        {
          selector: "CallExpression[callee.name='grammar']",
          message: "A query grammar is part of the feature's query.ts.",
        },
      ],
    },
  },
  { files: ["ui/lib/**"], rules: forbid(FEATURES, ROUTES, PAGES) },
  { files: ["ui/components/**", "ui/page/**", "ui/api/**", "ui/hooks/**"], rules: forbid(FEATURES, ROUTES) },
  // What the frame shows beside every page is asked by the calls of the features it belongs to.
  { files: ["ui/layouts/**"], rules: forbid([["**/routes", "**/browser", "**/store"], "Imports point one way."]) },
  { files: ["ui/features/**"], rules: forbid(ROUTES) },
  {
    files: ["ui/features/**", "ui/layouts/**"],
    plugins: { parley: { rules: { "feature-boundary": boundary } } },
    rules: { "parley/feature-boundary": "error" },
  },
  { files: ["tests/**", "ssr/**"], rules: { "no-console": "off", "no-restricted-syntax": "off" } },
);
