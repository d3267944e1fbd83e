/** A thrown error as it crosses to the other language. */
export interface Failure {
  name: string;
  message: string;
  hint: string;
  stack: string;
}

const HINTS: readonly [RegExp, string][] = [
  [
    /window is not defined|document is not defined|localStorage/,
    "A component reads the browser while rendering; move it into an effect.",
  ],
  [/was not loaded/, "A page was rendered before its view; does its declaration name the right file?"],
  [
    /Cannot read properties of (undefined|null)/,
    "A component expects data that its page does not declare in `needs`, or that the answer lacks.",
  ],
  [/Objects are not valid as a React child/, "An API object is shown as text; choose one of its fields."],
  [/JSON/, "The request is not the JSON that ssr/README.md describes."],
];

/** Describe anything thrown. */
export function failure(thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const hint = HINTS.find(([sign]) => sign.test(error.message))?.[1] ?? "";
  return { name: error.name, message: error.message, hint, stack: error.stack ?? "" };
}
