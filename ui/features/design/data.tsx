import { ColourShelf, BarShelf, ColumnShelf, LineShelf } from "./plots";
import { Conditions } from "./conditions";
import { Crew, Pills, Sheet, Work } from "./figures";
import { Chat, Code, Course } from "./records";
import type { Section } from "./section";
import { Rows, Tree } from "./tables";

/** What shows: states, rows, figures, charts. */
export const DATA: readonly Section[] = [
  { id: "pills", View: Pills },
  { id: "people", View: Crew },
  { id: "stats", View: Sheet },
  { id: "progress", View: Work },
  { id: "course", View: Course },
  { id: "chat", View: Chat },
  { id: "code", View: Code },
  { id: "states", View: Conditions },
  { id: "table", View: Rows },
  { id: "tree", View: Tree },
  { id: "lines", View: LineShelf },
  { id: "columns", View: ColumnShelf },
  { id: "bars", View: BarShelf },
  { id: "colours", View: ColourShelf },
];
