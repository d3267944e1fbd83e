/** The two dashboards of cards as the API answers them. */
import type { Shape } from "../../../api";

export type Analytics = Shape<"Analytics">;
export type Ecommerce = Shape<"Ecommerce">;

/** The ranges and years that cards can be asked for. */
export const RANGES = ["last_28_days", "last_month", "last_year"] as const;
export const YEARS = ["2020", "2019", "2018"] as const;
