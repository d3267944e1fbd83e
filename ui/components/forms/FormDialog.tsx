import { useState, type ComponentProps, type FormEvent, type ReactNode } from "react";
import { useText } from "../../lib/i18n";
import { ActionForm } from "../ActionForm";
import { Button } from "../Button";
import { AddressDialog, type AddressDialogProps } from "../dialogs/AddressDialog";
import { CancelLink } from "../dialogs/buttons";
import { Notice } from "../states";
import { useRefused } from "./refused";

interface Props extends Omit<AddressDialogProps, "form" | "actions" | "unsaved"> {
  /** The call it makes, and how. */
  form: Omit<ComponentProps<typeof ActionForm>, "children">;
  /** Sent with what is typed. */
  hidden?: ReactNode;
  action: string;
  busy?: boolean;
  /** It takes something away: to keep it is the first choice. */
  danger?: boolean;
  /** At the other end of the buttons, such as what deletes the thing. */
  first?: ReactNode;
  /** Another button of the form. */
  other?: ReactNode;
}

/** A form in a dialog that an address opens, with the buttons that send it or leave it. */
export function FormDialog({ form, hidden, action, busy = false, danger = false, first, other, ...dialog }: Props) {
  const t = useText();
  const sent = useRefused([form.call, ...(form.also ?? [])], form.page);
  const [isOffline, setOffline] = useState(false);
  const hold = (event: FormEvent<HTMLFormElement>) => {
    form.onSubmit?.(event as never);
    // What a script sends says so itself.
    const lacks = !event.defaultPrevented && !navigator.onLine;
    setOffline(lacks);
    if (lacks) event.preventDefault();
  };
  return (
    <AddressDialog
      {...dialog}
      unsaved={(form.refused === undefined ? sent : form.refused) !== null}
      form={(inside) => (
        <ActionForm {...form} onSubmit={hold}>
          {isOffline && <Notice tone="bad" focus title={t("controls.noConnection")} />}
          {hidden}
          {inside}
        </ActionForm>
      )}
      actions={
        <>
          {first}
          <CancelLink to={dialog.to} first={danger} />
          {other}
          <Button type="submit" variant={danger ? "danger" : "primary"} className={danger ? "filled" : ""} busy={busy}>
            {action}
          </Button>
        </>
      }
    />
  );
}
