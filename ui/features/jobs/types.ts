/** Background work as the API answers it. */
import type { Shape } from "../../api";

export type Job = Shape<"Job">;
export type JobPage = Shape<"JobPage">;
