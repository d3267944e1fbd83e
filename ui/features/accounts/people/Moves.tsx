/** What moves a person on: suspending, reactivating, unlocking, deactivating with a successor, and viewing as them. */
import { ActionForm, Button, LinkButton, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { memberGrammar } from "./query";
import type { Member } from "./types";

/** The buttons of the moves that a person's state and the reader's rights allow. */
export function Moves({ member }: { member: Member }) {
  const t = useText();
  const can = useCan();
  const { here, session } = usePage<typeof memberGrammar, "id">();
  if (member.deleted_at || session.user?.id === member.id || !can("update", "User")) return null;
  const direct = (move: "reactivate" | "unlock" | "reinstate") => (
    <ActionForm call={`/api/v1/people/${member.id}/${move}`} page={here({ do: undefined })} done={move}>
      <Button type="submit">{t(`person.move.${move}`) /* i18n: person.move.* */}</Button>
    </ActionForm>
  );
  return (
    <>
      {can("manage", "all") && member.state !== "deactivated" && (
        <ActionForm call={`/api/v1/people/${member.id}/view-as`} page={here({ do: undefined })}>
          <Button type="submit" icon="eye">
            {t("person.viewAs")}
          </Button>
        </ActionForm>
      )}
      {member.state === "suspended" && direct("reactivate")}
      {member.state === "locked" && direct("unlock")}
      {member.state === "deactivated" && can("delete", "User") && direct("reinstate")}
      {member.state === "active" && (
        <LinkButton to={here({ do: "suspend" })} icon="ban">
          {t("person.move.suspend")}
        </LinkButton>
      )}
    </>
  );
}
