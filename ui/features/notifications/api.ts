/** The calls of notifications. Each answer says how many are unread, which the bar shows. */
import { api, path, type Shape } from "../../api";
import { setWaiting } from "../../state";
import type { ListArgs, Notice, NoticePage } from "./types";

/** As many as a page of the list shows. */
const PER = 25;
/** The newest, as the bell lists them. */
export const NEWEST: ListArgs = { show: "", page: 1 };

type Unread = Shape<"Unread">;
/** A notification in the revision one has seen. */
type Seen = Pick<Notice, "id" | "revision">;

/** Ask for the newest again, no matter who looks at them. */
export const renewed = () =>
  notificationsApi.endpoints.notifications.initiate(NEWEST, { subscribe: false, forceRefetch: true });

/** Have the bar say what an answer counted. */
const count = async (
  _arg: unknown,
  {
    dispatch,
    queryFulfilled,
  }: { dispatch: (action: unknown) => unknown; queryFulfilled: PromiseLike<{ data: Unread }> },
) => {
  const answer = await Promise.resolve(queryFulfilled).catch(() => null);
  if (answer) dispatch(setWaiting(answer.data.unread));
};

const pathOf = (id: string) => `/api/v1/notifications/${id}`;

export const notificationsApi = api.enhanceEndpoints({ addTagTypes: ["Notification"] }).injectEndpoints({
  endpoints: (build) => ({
    notifications: build.query<NoticePage, ListArgs>({
      query: ({ show, page }) => path("/api/v1/notifications", { show, page: page !== 1 ? page : "", per: PER }),
      providesTags: ["Notification"],
      onQueryStarted: count,
    }),
    readNotification: build.mutation<Unread, string>({
      query: (id) => ({ path: `${pathOf(id)}/read`, method: "POST" }),
      invalidatesTags: ["Notification"],
      onQueryStarted: count,
    }),
    readNotifications: build.mutation<Unread, void>({
      query: () => ({ path: "/api/v1/notifications/read", method: "POST" }),
      invalidatesTags: ["Notification"],
      onQueryStarted: count,
    }),
    deleteNotification: build.mutation<Notice, Seen>({
      query: ({ id, revision }) => ({ path: pathOf(id), method: "DELETE", revision: String(revision) }),
      invalidatesTags: ["Notification"],
    }),
    restoreNotification: build.mutation<Notice, Seen>({
      query: ({ id, revision }) => ({ path: `${pathOf(id)}/restore`, method: "POST", revision: String(revision) }),
      invalidatesTags: ["Notification"],
    }),
  }),
});
