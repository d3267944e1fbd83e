/** The way back from being deleted. */
import { ActionForm, Button } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { Member } from "./types";
import { usePeople } from "./usePeople";

/** Brings a deleted person back. */
export function Restore({ member, page, primary = false }: { member: Member; page: string; primary?: boolean }) {
  const t = useText();
  const { restore } = usePeople();
  return (
    <ActionForm
      call={`/api/v1/people/${member.id}/restore`}
      page={page}
      revision={String(member.revision)}
      done="restored"
      onSubmit={(event) => {
        event.preventDefault();
        void restore(member);
      }}
    >
      <Button
        type="submit"
        size={primary ? undefined : "s"}
        variant={primary ? "primary" : "plain"}
        icon="history"
        aria-label={t("people.restoreOne", { who: member.full_name })}
      >
        {t("people.restore")}
      </Button>
    </ActionForm>
  );
}
