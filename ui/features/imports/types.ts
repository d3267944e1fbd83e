/** Imports as the API answers them. */
import type { Shape } from "../../api";

export type Import = Shape<"Import">;
export type ImportPage = Shape<"ImportPage">;
