/** The flow document `parley-flow/1` as the editors hold it. */

/** What is said in one language: a text, or several wordings. */
export type Said = string | readonly string[];
/** A text by language. */
export type Texts = Readonly<Record<string, Said>>;
/** Words or phrases by language. */
export type Words = Readonly<Record<string, readonly string[]>>;
/** Where something is in a document. */
export type Path = readonly (string | number)[];

/** Every type of node, in the order one adds them. */
export const NODE_TYPES = [
  "message",
  "choice",
  "input",
  "condition",
  "set",
  "call",
  "knowledge",
  "handoff",
  "lead",
  "offer",
  "goal",
  "jump",
  "wait",
  "split",
  "rate",
  "end",
] as const;
/** What a lead node can take of a customer and a vehicle. */
export const LEAD_FIELDS = [
  "name",
  "phone",
  "email",
  "vin",
  "registration",
  "model",
  "odometer_km",
  "plan_years",
  "product",
  "consent",
] as const;
/** What an offer node can keep of the offer that it shows. */
export const OFFER_FIELDS = ["name", "type", "model", "outlet", "until", "link"] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** What an input may ask for. */
export const KINDS = [
  "text",
  "number",
  "date",
  "time",
  "datetime",
  "email",
  "phone",
  "registration",
  "vin",
  "one_of",
  "rating",
] as const;
export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export const SENSITIVITIES = ["strict", "balanced", "eager"] as const;

export interface Option {
  id: string;
  label: Texts;
  next?: string;
  set?: Readonly<Record<string, string>>;
}
export interface Branch {
  if: string;
  next?: string;
}
export interface Variant {
  weight?: number;
  next?: string;
}
export interface Retry {
  times?: number;
  text?: Texts;
  then?: string;
}

/** A node: its type says which of these it has. */
export interface FlowNode {
  type: NodeType;
  text?: Texts;
  next?: string;
  media?: { file?: string; url?: string; alt?: Texts; kind?: string };
  buttons?: readonly { label: Texts; url: string }[];
  options?: readonly Option[];
  save?: string;
  kind?: string;
  entity?: string;
  scale?: number;
  open_only?: boolean;
  retry?: Retry;
  skip?: { label: Texts; next?: string };
  branches?: readonly Branch[];
  else?: string;
  set?: Readonly<Record<string, string>>;
  method?: string;
  url?: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  timeout_s?: number;
  failed?: string;
  none?: string;
  queue?: string;
  closed?: string;
  name?: string;
  value?: number | string;
  to?: string;
  back?: boolean;
  call_back?: boolean;
  seconds?: number;
  variants?: readonly Variant[];
  fields?: Readonly<Record<string, string>>;
}

export interface Intent {
  goto: string;
  title?: Texts;
  phrases?: Words;
}
export interface Entity {
  values: Readonly<Record<string, Words>>;
}
export interface Hours {
  zone?: string;
  week?: Readonly<Record<string, readonly (readonly string[])[]>>;
  holidays?: readonly string[];
}

export interface FlowDocument {
  format: "parley-flow/1";
  languages: readonly string[];
  start: string;
  nodes: Readonly<Record<string, FlowNode>>;
  variables?: Readonly<Record<string, { type: string }>>;
  entities?: Readonly<Record<string, Entity>>;
  intents?: Readonly<Record<string, Intent>>;
  fallback?: Retry;
  confirm?: { text?: Texts };
  restart?: Words;
  goals?: readonly string[];
  knowledge?: readonly { question: Texts; answer: Texts }[];
  hours?: Hours;
  sensitivity?: (typeof SENSITIVITIES)[number];
}

/** What is wrong with a document, where, and how bad it is. */
export interface Issue {
  level: string;
  code: string;
  node: string | null;
  path: string;
  message: string;
}

/** Languages of phrases that no text is written in. */
export const TEXTLESS: readonly string[] = ["hi-Latn"];
/** The languages a bot has texts in. */
export const textLanguages = (document: FlowDocument): string[] =>
  document.languages.filter((language) => !TEXTLESS.includes(language));
/** The languages phrases are given in: written as well in Latin letters where the bot speaks Hindi. */
export const phraseLanguages = (document: FlowDocument): string[] => [
  ...new Set([
    ...document.languages,
    ...(document.languages.includes("hi") ? TEXTLESS : []),
    ...Object.values(document.intents ?? {}).flatMap(({ phrases }) => Object.keys(phrases ?? {})),
    ...Object.values(document.entities ?? {}).flatMap(({ values }) => Object.values(values).flatMap(Object.keys)),
    ...Object.keys(document.restart ?? {}),
  ]),
];
