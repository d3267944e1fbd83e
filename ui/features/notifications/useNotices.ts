/** What is done to notifications in place: read, put away, taken out again; and what comes while one looks. */
import { useDispatch } from "react-redux";
import { isProblem } from "../../api";
import { useLive } from "../../api/live";
import { useToast } from "../../components/toasts/useToast";
import { useText } from "../../lib/i18n";
import { notificationsApi } from "./api";
import type { Notice, NoticePage } from "./types";

/** Ask for the lists again when something is reported while they are looked at. */
export function useNews(list: NoticePage | undefined): void {
  const dispatch = useDispatch();
  useLive(list?.live, (changes) => {
    if (!changes || changes.some(({ kind }) => kind === "notification"))
      dispatch(notificationsApi.util.invalidateTags(["Notification"]));
  });
}

/** The ways to change notifications; a refusal is reported in a toast. */
export function useNotices() {
  const t = useText();
  const { show } = useToast();
  const [readOne] = notificationsApi.useReadNotificationMutation();
  const [readEach] = notificationsApi.useReadNotificationsMutation();
  const [putAway] = notificationsApi.useDeleteNotificationMutation();
  const [takeOut] = notificationsApi.useRestoreNotificationMutation();
  const refuse = (error: unknown) =>
    void show({
      tone: "bad",
      text: t(isProblem(error) && error.status === 412 ? "notifications.meanwhile" : "notifications.failed"),
    });

  const read = async ({ id, is_read }: Notice) => {
    const { error } = is_read ? {} : await readOne(id);
    if (error) refuse(error);
  };
  const readAll = async () => {
    const { error } = await readEach();
    if (error) refuse(error);
  };
  const restore = async (gone: Notice) => {
    const { error } = await takeOut(gone);
    if (error) refuse(error);
    else show({ text: t("notifications.restoredOne") });
  };
  const remove = async (notice: Notice) => {
    const { data, error } = await putAway(notice);
    if (error) refuse(error);
    else if (data)
      show({
        text: t("notifications.deletedOne"),
        action: { label: t("notifications.undo"), do: () => void restore(data) },
      });
  };
  return { read, readAll, remove };
}
