/** What is done to people in place: each act answers in a toast; deleting and deactivating are undone there. */
import { isProblem, NO_ANSWER, type Problem } from "../../../api";
import { useToast } from "../../../components/toasts/useToast";
import { useText } from "../../../lib/i18n";
import { peopleApi } from "./api";
import type { Deactivation, Member } from "./types";

/** Why a call was refused, in a sentence. */
export function useReason(): (error: unknown) => string {
  const t = useText();
  return (error) => {
    const problem: Problem = isProblem(error) ? error : { status: 500 };
    if (problem.status === NO_ANSWER) return t("people.offline");
    return problem.status === 412 ? t("people.meanwhile") : (problem.detail ?? t("people.failed"));
  };
}

/** The call that deletes someone, and what the page says then. */
export const deletion = ({ id, revision }: Member, page: string) => ({
  call: `/api/v1/people/${id}`,
  method: "DELETE" as const,
  revision: String(revision),
  page,
  done: "deleted",
});

/** Deleting, restoring and deactivating; `remove` answers whether the person is gone. */
export function usePeople() {
  const t = useText();
  const reason = useReason();
  const { show } = useToast();
  const [deleteMember] = peopleApi.useDeleteMemberMutation();
  const [restoreMember] = peopleApi.useRestoreMemberMutation();
  const [deactivateMember] = peopleApi.useDeactivateMemberMutation();
  const [reinstateMember] = peopleApi.useReinstateMemberMutation();
  const restore = async ({ id, revision }: Member) => {
    const { data, error } = await restoreMember({ id, revision });
    if (data) show({ text: t("people.restoredOne", { who: data.full_name }) });
    else show({ tone: "bad", title: t("people.notRestored"), text: reason(error) });
  };
  const remove = async ({ id, revision }: Member): Promise<boolean> => {
    const { data, error } = await deleteMember({ id, revision });
    if (!data) show({ tone: "bad", title: t("people.notDeleted"), text: reason(error) });
    else
      show({
        text: t("people.deletedOne", { who: data.full_name }),
        action: { label: t("people.undo"), do: () => void restore(data) },
      });
    return data !== undefined;
  };
  /** Deactivate someone; answers why that was refused, or nothing. */
  const deactivate = async ({ id }: Member, values: Deactivation): Promise<Problem | undefined> => {
    const { data, error } = await deactivateMember({ id, values });
    if (!data) return isProblem(error) ? error : { status: 500 };
    const undo = async () => {
      const again = await reinstateMember({ id, undo: data.undo });
      if (again.data) show({ text: t("people.restoredOne", { who: again.data.full_name }) });
      else show({ tone: "bad", title: t("people.notRestored"), text: reason(again.error) });
    };
    show({
      text: t("people.deactivatedOne", { who: data.full_name }),
      action: { label: t("people.undo"), do: () => void undo() },
    });
    return undefined;
  };
  return { remove, restore, deactivate };
}
