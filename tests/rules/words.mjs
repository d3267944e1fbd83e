/** Count words to avoid in TypeScript: paths by standard input, `[path, line, word]` of each by standard output. */
import { readFileSync } from "node:fs";
import ts from "typescript";

const [stems, whole] = process.argv.slice(2);
const parts = new RegExp(`^(?:${stems.replaceAll(" ", "")})$`, "i");
const exact = new RegExp(`^(?:${whole})$`);
const prose = new RegExp(`\\b(?:${stems})\\b`, "iy");
const anywhere = new RegExp(`(?<![A-Za-z])(?:${whole})(?![A-Za-z])|${stems.replaceAll(" ", " ?")}`, "gi");

/** The word at a position of a text that people read, if it is one to avoid. */
function wordAt(text, position) {
  prose.lastIndex = position;
  return prose.exec(text)?.[0];
}
const { SyntaxKind } = ts;

/** Whether a position is in a comment that no node follows: the last lines of a block. */
function isLastComment(text, position) {
  const line = text.slice(text.lastIndexOf("\n", position) + 1, position);
  return /(?:^|\s)\/\/|\/\*|^\s*\*/.test(line);
}

/** The deepest node that covers a position, and those around it. */
function pathTo(file, position) {
  const path = [file];
  for (let node = file; node;) {
    node = ts.forEachChild(node, (child) => (child.pos <= position && position < child.end ? child : undefined));
    if (node) path.push(node);
  }
  return path;
}

const isProperty = (node, parent) =>
  (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
  (ts.isPropertyAssignment(parent) && parent.name === node) ||
  (ts.isPropertySignature(parent) && parent.name === node) ||
  (ts.isBindingElement(parent) && parent.propertyName === node) ||
  ts.isJsxAttribute(parent);

/** Whether a text is the name of a test or of a group of tests. */
function isTestName(node, parent) {
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  let callee = parent.expression;
  while (!ts.isIdentifier(callee)) {
    if (!ts.isCallExpression(callee) && !ts.isPropertyAccessExpression(callee)) return false;
    callee = callee.expression;
  }
  return /^(?:test|it|describe)$/.test(callee.text);
}

const rows = [];
for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8");
  const matches = [...text.matchAll(anywhere)];
  if (!matches.length) continue;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const identifiers = new Set();
  for (const match of matches) {
    const nodes = pathTo(file, match.index);
    const [node, parent] = [nodes.at(-1), nodes.at(-2)];
    let word = null;
    if (match.index < node.getStart(file)) word = wordAt(text, match.index);
    else if (ts.isIdentifier(node)) {
      if (identifiers.has(node.pos) || isProperty(node, parent)) continue;
      identifiers.add(node.pos);
      const words = node.text.split(/_+|(?<=[a-z0-9])(?=[A-Z])/);
      word = exact.test(node.text) ? node.text : words.find((part) => parts.test(part));
    } else if (ts.isStringLiteralLike(node) || node.kind === SyntaxKind.TemplateHead) {
      const [name, call] = node.kind === SyntaxKind.TemplateHead ? [parent, nodes.at(-3)] : [node, parent];
      if (isTestName(name, call)) word = wordAt(text, match.index);
    } else if (!ts.isTokenKind(node.kind) && isLastComment(text, match.index)) word = wordAt(text, match.index);
    if (word) rows.push([path, file.getLineAndCharacterOfPosition(match.index).line + 1, word.toLowerCase()]);
  }
}
process.stdout.write(JSON.stringify(rows));
