/** The page a bot opens with. */
import { botTab } from "../layout/tab";

export const pages = [botTab("overview", { view: () => import("./OverviewPage") })];
