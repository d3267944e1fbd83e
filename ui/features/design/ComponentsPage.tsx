import { Views } from "./arranging";
import { Buttons, MoreButtons } from "./buttons";
import { Conditions } from "./conditions";
import { Crew, Pills, Work } from "./figures";
import { Dialogs, Menus } from "./opening";
import { Rows, Tree } from "./tables";
import { Showcase } from "./Showcase";

const SECTIONS = [{ id: "buttons", View: Buttons }, { id: "toggles", View: MoreButtons }, { id: "pills", View: Pills }, { id: "people", View: Crew }, { id: "progress", View: Work }, { id: "menus", View: Menus }, { id: "dialogs", View: Dialogs }, { id: "views", View: Views }, { id: "table", View: Rows }, { id: "tree", View: Tree }, { id: "states", View: Conditions }];

/** What pages are built of. */
export default function ComponentsPage() {
  return <Showcase name="components" sections={SECTIONS} />;
}
