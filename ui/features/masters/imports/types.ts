/** Imports of master data as the API answers them. */
import type { Shape } from "../../../api";

export type MasterImport = Shape<"MasterImport">;
export type ListedMasterImport = Shape<"SummedMasterImport">;
export type MasterImportPage = Shape<"MasterImportPage">;

export type MasterRow = Shape<"MasterRow">;
export type MasterRowPage = Shape<"MasterRowPage">;
export type MasterCell = MasterRow["cells"][number];

export const EDITABLE = ["open", "fits", "skipped"] as const;
export const KINDS = ["vehicles", "customers", "job_cards", "outlets", "leads"] as const;

/** Whether rows that do not fit can be corrected now. */
export const isCorrectable = ({ state, row_counts: rows }: MasterImport): boolean =>
  (state === "ready" || state === "done") && rows.open + rows.fits + rows.skipped > 0;

/** Whether there is anything to decide or to decide otherwise. */
export const isDecidable = (data: MasterImport): boolean =>
  (data.state === "ready" || data.state === "columns") && data.undecided.length + data.chosen.length > 0;

/** The fields of what is to be decided. */
export const fieldsOf = (data: MasterImport): ReadonlySet<string> =>
  new Set([...data.undecided, ...data.chosen].map(({ field }) => field));
