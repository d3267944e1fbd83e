// Lint rules of the JavaScript half: types, hooks, accessibility and the one-way import law.
import hooks from "eslint-plugin-react-hooks";
import a11y from "eslint-plugin-jsx-a11y";
import regexp from "eslint-plugin-regexp";
import ts from "typescript-eslint";

/** Forbid a layer from importing the given path patterns. */
const forbid = (...groups) => ({
  "no-restricted-imports": ["error", { patterns: groups.map(([group, message]) => ({ group, message })) }],
});
const FEATURES = [["**/features/**"], "Lower layers know no feature."];
const ROUTES = [["**/routes", "**/routes.tsx", "**/browser", "**/store", "**/layouts/**", "**/layouts"], "Imports point one way: … <- features <- routes."];
const PAGES = [["**/page", "**/page/**"], "lib stands below page and api."];

const SYNTAX = [
  { selector: "JSXAttribute[name.name='style']", message: "The content security policy forbids style attributes; use a class." },
  { selector: "JSXText[value=/\\p{L}{2,}/u]", message: "Visible text comes from ui/i18n." },
];

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
    },
  },
  {
    files: ["ui/features/*/pages.ts"],
    rules: { "no-restricted-syntax": ["error", ...SYNTAX, { selector: "CallExpression[callee.name='grammar']", message: "A query grammar is part of the feature's query.ts." }] },
  },
  { files: ["ui/lib/**"], rules: forbid(FEATURES, ROUTES, PAGES) },
  { files: ["ui/components/**", "ui/page/**", "ui/api/**", "ui/hooks/**"], rules: forbid(FEATURES, ROUTES) },
  // What the frame shows beside every page is asked by the calls of the features it belongs to.
  { files: ["ui/layouts/**"], rules: forbid([["**/features/*/*", "!**/features/*/api"], "Layouts know the calls of features only."], [["**/routes", "**/browser", "**/store"], "Imports point one way."]) },
  {
    files: ["ui/features/**"],
    rules: forbid(
      ROUTES,
      [["../../features/**", "../*/**", "!../../*", "!../../*/**", "!../*/api", "!../*/slice"], "A feature imports another feature's api.ts only."],
    ),
  },
  { files: ["tests/**", "ssr/**"], rules: { "no-console": "off", "no-restricted-syntax": "off" } },
);
