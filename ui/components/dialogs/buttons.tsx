import type { ComponentProps, MouseEvent } from "react";
import { useText } from "../../lib/i18n";
import { Button } from "../Button";
import { PageLink } from "../Link";

/** Open as a modal, the focus on what asks for it: the safe choice, or the first field. */
export function openModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(":modal")) return;
  // What the server's document or a button without script has opened is no modal yet.
  dialog.removeAttribute("open");
  if (dialog.matches(":popover-open")) dialog.hidePopover();
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[data-first]")?.focus();
}

/** Close as Escape does: what is in it may ask first. */
export function closeDialog(dialog: HTMLDialogElement | null): void {
  if (dialog?.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

/** A button that opens a dialog: natively without script, as a modal with it. */
export function DialogButton({ opens, ...rest }: { opens: string } & ComponentProps<typeof Button>) {
  const open = (event: MouseEvent) => {
    const dialog = document.getElementById(opens) as HTMLDialogElement | null;
    if (!dialog) return;
    event.preventDefault();
    openModal(dialog);
  };
  return <Button {...rest} popoverTarget={opens} aria-haspopup="dialog" onClick={open} />;
}

/** A button that closes the dialog around it. */
export function CloseButton({ of, ...rest }: { of: string } & ComponentProps<typeof Button>) {
  return (
    <Button
      {...rest}
      popoverTarget={of}
      popoverTargetAction="hide"
      onClick={(event) => closeDialog(event.currentTarget.closest("dialog"))}
    />
  );
}

/** Closes the dialog around it without saving: where no script can, it leads to the page without it. */
export function CancelLink({ to, first = false }: { to: string; first?: boolean }) {
  const t = useText();
  const close = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    event.currentTarget.closest("dialog")?.close();
  };
  return (
    <PageLink to={to} className="button" onClick={close} {...(first && { "data-first": true })}>
      {t("controls.cancel")}
    </PageLink>
  );
}
