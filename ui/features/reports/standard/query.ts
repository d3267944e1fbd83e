/** The query grammar of a report with tabs. */
import { grammar, oneOf } from "../../../page";
import { reportQuery } from "../filters/query";

/** The tabs of the usage report, in order. */
export const TABS = ["traffic", "quality"] as const;

export const usageQuery = grammar({ ...reportQuery, tab: oneOf(TABS, "traffic") });
