/** Exports as the API answers them. */
import type { Shape } from "../../api";

export type Export = Shape<"Export">;
export type ExportPage = Shape<"ExportPage">;
