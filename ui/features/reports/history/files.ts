/** The files of the whole list. */
import { path } from "../../../api";
import { listQuery, type ConversationArgs } from "./api";
import { chosenColumns } from "./columnNames";

/** What a file of the whole list can be. */
export const EXPORT_FORMATS = ["csv", "jsonl", "parquet"] as const;

/** The call that has the whole list written to a file. */
export function exportPath(args: ConversationArgs, format: (typeof EXPORT_FORMATS)[number]): string {
  return path("/api/v1/exports", { ...filed(args), format: format === "csv" ? "" : format });
}

/** The workbook of what the list shows. */
export const workbookPath = (args: ConversationArgs): string => path("/api/v1/conversations.xlsx", filed(args));

/** The list as its files take it: with the columns that are shown. */
const filed = (args: ConversationArgs) => ({
  ...listQuery(args),
  page: undefined,
  per: undefined,
  cols: chosenColumns(args.cols).join(","),
});
