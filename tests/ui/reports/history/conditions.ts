/** Fields of the filter builder and values of one, valid by default. */
import type { FilterField, FilterFields, FilterOptions } from "../../../../ui/features/reports/history/types";

export const field = (key: string, changes: Partial<FilterField> = {}): FilterField => ({
  key,
  label: `The ${key}`,
  type: "number",
  operators: ["eq", "gt", "between", "absent"],
  depends_on: [],
  has_options: false,
  words: "",
  ...changes,
});

export const fields = (): FilterFields => ({
  fields: [
    field("outcome", { type: "enum", operators: ["eq", "in", "absent"], has_options: true }),
    field("turns"),
    field("engaged", { type: "bool", operators: ["eq"] }),
  ],
  most: 10,
});

export const options = (): FilterOptions => ({
  items: [
    { value: "error", label: "Error <x>", count: 9 },
    { value: "abandoned", label: "Abandoned", count: 3 },
  ],
});
