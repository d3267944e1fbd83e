import { workApi } from "../features/work/api";
import type { Session } from "../lib/session";
import { bookmarksApi } from "../features/bookmarks/api";
import type { Need } from "../page";

/** What the frame shows of its reader beside any page: asked with the first page, kept by the browser afterwards. */
export function frameNeeds({ user, working }: Session): readonly Need[] {
  return [
    ...(user ? [bookmarksApi.endpoints.bar.initiate()] : []),
    ...(working ? [workApi.endpoints.work.initiate()] : []),
  ];
}
