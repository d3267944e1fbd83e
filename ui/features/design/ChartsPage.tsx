import { Showcase } from "./Showcase";

/** Every kind of chart. */
export default function ChartsPage() {
  return <Showcase name="charts" sections={["stats", "lines", "columns", "bars", "colours"]} />;
}
