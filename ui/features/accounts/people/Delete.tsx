/** Deletes a person, without a question: it is undone by one press. */
import type { FormEvent } from "react";
import { ActionForm, Button } from "../../../components";
import { MenuAction } from "../../../components/floats/ActionMenu";
import { useText } from "../../../lib/i18n";
import type { Member } from "./types";
import { deletion, usePeople } from "./usePeople";

/** The button of a page, or the line of a row's menu. */
export function Delete({ member, page, isLine = false }: { member: Member; page: string; isLine?: boolean }) {
  const t = useText();
  const { remove } = usePeople();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void remove(member);
  };
  return (
    <ActionForm {...deletion(member, page)} onSubmit={send}>
      {isLine ? (
        <MenuAction icon="trash" danger>
          {t("people.delete")}
        </MenuAction>
      ) : (
        <Button type="submit" variant="danger" icon="trash" title={t("people.deleteText")}>
          {t("people.delete")}
        </Button>
      )}
    </ActionForm>
  );
}
