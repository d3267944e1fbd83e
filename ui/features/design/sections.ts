import type { ComponentType } from "react";
import { later } from "../../page";

/** The parts of the pages of components by their name in the address, in the words of `design.s.*`: each shows one kind in its states, and its script comes after the page. */
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
  table: later(() => import("./tables"), "Rows"),
  tree: later(() => import("./tables"), "Tree"),
  lines: later(() => import("./plots"), "LineShelf"),
  columns: later(() => import("./plots"), "ColumnShelf"),
  bars: later(() => import("./plots"), "BarShelf"),
  colours: later(() => import("./plots"), "ColourShelf"),
  completion: later(() => import("./completion"), "Completion"),
} satisfies Readonly<Record<string, ComponentType>>;

/** The name of a part. */
export type Section = keyof typeof SECTIONS;
