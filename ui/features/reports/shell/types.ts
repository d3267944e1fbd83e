/** What every report answers. */
import type { Shape } from "../../../api";

/** What the documents of all reports have in common. */
export type Shown = Omit<Shape<"Report">, "figures">;
