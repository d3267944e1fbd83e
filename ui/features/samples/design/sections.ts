import type { ComponentType } from "react";
import { later } from "../../../page";

/**
 * The parts of the pages of components by their name in the address, in the words of `design.s.*`: each shows one kind
 * in its states, and its script comes after the page.
 */
export const SECTIONS = {
  buttons: later(() => import("./buttons"), "Buttons"),
  toggles: later(() => import("./buttons"), "MoreButtons"),
  fields: later(() => import("./entering"), "Fields"),
  choices: later(() => import("./entering"), "Choices"),
  picking: later(() => import("./picking"), "Picking"),
  dates: later(() => import("./picking"), "Dates"),
  files: later(() => import("./picking"), "Files"),
  menus: later(() => import("./opening"), "Menus"),
  dialogs: later(() => import("./opening"), "Dialogs"),
  toasts: later(() => import("./opening"), "Toasts"),
  views: later(() => import("./arranging"), "Views"),
  accordion: later(() => import("./arranging"), "Folds"),
  wizard: later(() => import("./wizard"), "Wizard"),
  steps: later(() => import("./arranging"), "Steps"),
  arranging: later(() => import("./arranging"), "Arranging"),
  pills: later(() => import("./figures"), "Pills"),
  people: later(() => import("./figures"), "Crew"),
  stats: later(() => import("./figures"), "Sheet"),
  progress: later(() => import("./figures"), "Work"),
  course: later(() => import("./records"), "Course"),
  chat: later(() => import("./records"), "Chat"),
  code: later(() => import("./records"), "Code"),
  states: later(() => import("./conditions"), "Conditions"),
  basicTable: later(() => import("./tables"), "PlainRows"),
  table: later(() => import("./tables"), "Rows"),
  tableStates: later(() => import("./tables"), "RowStates"),
  tree: later(() => import("./tables"), "Tree"),
  lines: later(() => import("./plots"), "LineShelf"),
  areas: later(() => import("./plots"), "AreaShelf"),
  columns: later(() => import("./plots"), "ColumnShelf"),
  stacked: later(() => import("./plots"), "StackShelf"),
  heat: later(() => import("./plots"), "HeatShelf"),
  bars: later(() => import("./plots"), "BarShelf"),
  funnel: later(() => import("./plots"), "FunnelShelf"),
  gauges: later(() => import("./plots"), "GaugeShelf"),
  colours: later(() => import("./plots"), "ColourShelf"),
  completion: later(() => import("./completion"), "Completion"),
} satisfies Readonly<Record<string, ComponentType>>;

/** The name of a part. */
export type Section = keyof typeof SECTIONS;
