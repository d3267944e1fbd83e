/** The families of sample pages that the specification names, and the example at each address below them. */
import type { Section } from "./sections";

/** The examples of one family: the last part of the address, and the part it shows. */
type Examples = Readonly<Record<string, Section>>;

export const FAMILIES = {
  forms: {
    fields: "fields",
    choices: "choices",
    select: "picking",
    dates: "dates",
    files: "files",
    wizard: "wizard",
    unsaved: "steps",
  },
  charts: {
    figures: "stats",
    line: "lines",
    area: "areas",
    column: "columns",
    stacked: "stacked",
    bar: "bars",
    funnel: "funnel",
    gauge: "gauges",
    "heat-map": "heat",
    colours: "colours",
  },
  components: {
    buttons: "buttons",
    toggles: "toggles",
    badges: "pills",
    avatars: "people",
    tabs: "views",
    accordion: "accordion",
    menus: "menus",
    dialogs: "dialogs",
    progress: "progress",
    states: "states",
  },
  extensions: {
    autocomplete: "completion",
    "drag-and-drop": "arranging",
    toasts: "toasts",
    timeline: "course",
    chat: "chat",
    code: "code",
  },
  datatables: { basic: "basicTable", columns: "table", tree: "tree", states: "tableStates" },
} satisfies Readonly<Record<string, Examples>>;

export type Family = keyof typeof FAMILIES;

/** The examples of a family in their order: address and part. */
export const examplesOf = (family: Family) =>
  Object.entries<Section>(FAMILIES[family]).map(([slug, section]) => ({ path: `/${family}/${slug}`, section }));

/** The family and the part that an address of an example names. */
export function exampleAt(path: string): { family: Family; section: Section } {
  const [, family, slug] = path.split("/") as [string, Family, string];
  return { family, section: (FAMILIES[family] as Examples)[slug]! };
}
