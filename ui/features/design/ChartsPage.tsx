import { Sheet } from "./figures";
import { BarShelf, ColourShelf, ColumnShelf, LineShelf } from "./plots";
import { Showcase } from "./Showcase";

const SECTIONS = [{ id: "stats", View: Sheet }, { id: "lines", View: LineShelf }, { id: "columns", View: ColumnShelf }, { id: "bars", View: BarShelf }, { id: "colours", View: ColourShelf }];

/** Every kind of chart. */
export default function ChartsPage() {
  return <Showcase name="charts" sections={SECTIONS} />;
}
