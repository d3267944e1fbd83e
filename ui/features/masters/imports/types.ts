/** Imports of master data as the API answers them. */
import type { Shape } from "../../../api";

export type MasterImport = Shape<"MasterImport">;
export type ListedMasterImport = Shape<"SummedMasterImport">;
export type MasterImportPage = Shape<"MasterImportPage">;

export const KINDS = ["vehicles", "customers", "job_cards", "outlets"] as const;
