/** Imports as the API answers them. */
import type { Shape } from "../../api";

export type Import = Shape<"Import">;
/** An import as the list has it. */
export type ListedImport = Shape<"SummedImport">;
export type ImportPage = Shape<"ImportPage">;
