import { Showcase } from "./Showcase";

/** What pages are built of. */
export default function ComponentsPage() {
  return <Showcase name="components" sections={["buttons", "toggles", "pills", "people", "progress", "menus", "dialogs", "views", "table", "tree", "states"]} />;
}
