/** Asks before a person is deleted: an address opens it, so it works without script too. */
import { useState, type FormEvent } from "react";
import { Notice } from "../../../components";
import { useClose } from "../../../components/dialogs/useClose";
import { FormDialog } from "../../../components/forms/FormDialog";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Member } from "./types";
import { usePeople } from "./usePeople";

/** The question, with what deleting means. */
export function DeleteDialog({ member, to }: { member: Member; to: string }) {
  const t = useText();
  const { form } = usePage();
  const { remove } = usePeople();
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState(form?.problem.detail);
  const close = useClose(to);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const refused = await remove(member);
    setBusy(false);
    setWrong(refused);
    if (!refused) close();
  };
  return (
    <FormDialog
      to={to}
      title={t("people.deleteTitle", { who: member.full_name })}
      form={{
        call: `/api/v1/people/${member.id}`,
        method: "DELETE",
        revision: String(member.revision),
        page: to,
        done: "deleted",
        onSubmit: (event) => void send(event),
      }}
      danger
      busy={busy}
      action={t("people.delete")}
    >
      {wrong && (
        <Notice tone="bad" focus title={t("people.notDeleted")}>
          {wrong}
        </Notice>
      )}
      <p>{t("people.deleteText")}</p>
    </FormDialog>
  );
}
