import { Arranging, Steps, Views } from "./arranging";
import { Buttons, MoreButtons } from "./buttons";
import { Choices, Fields } from "./entering";
import { Dialogs, Menus, Toasts } from "./opening";
import { Dates, Files, Picking } from "./picking";
import type { Section } from "./section";

/** What one presses, fills in and opens. */
export const INPUTS: readonly Section[] = [
  { id: "buttons", View: Buttons },
  { id: "toggles", View: MoreButtons },
  { id: "fields", View: Fields },
  { id: "choices", View: Choices },
  { id: "picking", View: Picking },
  { id: "dates", View: Dates },
  { id: "files", View: Files },
  { id: "menus", View: Menus },
  { id: "dialogs", View: Dialogs },
  { id: "toasts", View: Toasts },
  { id: "views", View: Views },
  { id: "steps", View: Steps },
  { id: "arranging", View: Arranging },
];
