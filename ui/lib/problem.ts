/** The one error shape of the API (RFC 9457), as the interface sees it. */
export interface Problem {
  status: number;
  title?: string;
  detail?: string;
  code?: string;
  /** The path of the call that was refused. */
  instance?: string;
  errors?: Record<string, string[]>;
  request_id?: string;
  /** What is known of a thing that was erased for good. */
  certificate?: Readonly<Record<string, unknown>>;
  /** All that is in the way of what was asked for. */
  obstacles?: readonly Obstacle[];
}

/** One thing that is in the way, and the page on which it is put right. */
export interface Obstacle {
  code: string;
  detail: string;
  link: string | null;
  /** Whether a reason overrides it. */
  overridable: boolean;
}

/** Whether a problem is the answer of one of some calls; a page that is filled in later does not say of which. */
export const isAnswerOf = (calls: readonly string[], { instance }: Problem) =>
  instance === undefined || calls.some((call) => call.split("?")[0] === instance);

/** The status of an answer that never came: no connection, or no answer known to the renderer. */
export const NO_ANSWER = 0;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

type Nested = string[] | { [name: string]: Nested };

/** The reasons of a problem by the paths of their fields, as a refused form has them. */
function byPath(errors: Record<string, Nested>, above = ""): [string, string[]][] {
  return Object.entries(errors).flatMap(([name, reasons]): [string, string[]][] => {
    const path = name === "_schema" ? above : above ? `${above}.${name}` : name;
    if (Array.isArray(reasons) || !isObject(reasons)) return [[path, reasons]];
    const ofKey = Object.keys(reasons).every((key) => key === "key" || key === "value");
    return ofKey ? byPath(reasons).map(([, texts]) => [path, texts]) : byPath(reasons, path);
  });
}

/** Read any failed answer's body as a problem, keeping only the keys we know. */
export function asProblem(status: number, body: unknown): Problem {
  const source = isObject(body) ? (body as Record<string, unknown>) : {};
  const text = (key: string) => (typeof source[key] === "string" ? { [key]: source[key] } : {});
  const object = (key: string) => (isObject(source[key]) ? { [key]: source[key] } : {});
  const errors = isObject(source.errors)
    ? { errors: Object.fromEntries(byPath(source.errors as Record<string, Nested>)) }
    : {};
  return {
    status,
    ...text("title"),
    ...text("detail"),
    ...text("code"),
    ...text("request_id"),
    ...errors,
    ...object("certificate"),
    ...object("obstacles"),
  };
}

/** Where a reader tells about a problem: the installation's address, with the request's id where it is one of mail. */
export const feedbackAbout = (feedback: string, requestId: string | undefined): string =>
  requestId && feedback.startsWith("mailto:")
    ? `${feedback}${feedback.includes("?") ? "&" : "?"}subject=${encodeURIComponent(`Parley ${requestId}`)}`
    : feedback;

/** Tell whether a thrown or returned thing is a problem. */
export function isProblem(value: unknown): value is Problem {
  return isObject(value) && typeof (value as Problem).status === "number";
}
