import { useEffect, useId, useRef, useState, type MouseEvent, type ReactNode, type SyntheticEvent } from "react";
import { useText } from "../../lib/i18n";
import { IconButton } from "../Button";
import { Icon } from "../Icon";
import { PageLink } from "../Link";
import { closeDialog, openModal } from "./buttons";
import "../floats/floats.css";

export interface ModalProps {
  /** What a `DialogButton` opens it by. */
  id?: string;
  title: ReactNode;
  lead?: ReactNode;
  /** Is before the title of a sheet, such as an avatar. */
  mark?: ReactNode;
  /** At the end side, for what is looked at or changed beside a list. */
  sheet?: boolean;
  /** Open or closed from outside, by an address for instance; without it, by its buttons. */
  open?: boolean;
  /** Where its cross leads when an address opened it: closing works without script too. */
  closeTo?: string;
  onClose?: () => void;
  /** The last row; it stays while the body scrolls. */
  actions?: ReactNode;
  /** Wraps body and actions, to be one form. */
  form?: (inside: ReactNode) => ReactNode;
  className?: string;
  children?: ReactNode;
}

/**
 * A native dialog: the rest of the page rests, the focus stays within and returns; Escape and a press beside it close
 * it.
 */
export function Modal({
  id,
  title,
  lead,
  mark,
  sheet,
  open,
  closeTo,
  onClose,
  actions,
  form,
  className,
  children,
}: ModalProps) {
  const t = useText();
  const own = useId();
  const name = id ?? own;
  const ref = useRef<HTMLDialogElement>(null);
  // What the server wrote stays in React's eyes: from here on the element itself is opened and closed.
  const [written] = useState(open);
  // Its closing comes later, when the page may have opened it again: what the page itself closed needs no telling.
  const isClosedHere = useRef(false);
  useEffect(() => {
    if (open === true && ref.current) openModal(ref.current);
    if (open === false && ref.current?.open) {
      isClosedHere.current = true;
      ref.current.close();
    }
  }, [open]);
  // Anyone who hears of the closing goes there without a new page.
  const leave = (event: MouseEvent) => {
    if (!onClose) return;
    event.preventDefault();
    ref.current?.close();
  };
  // React lets the closing of a dialog within this one bubble up to here.
  const closed = (event: SyntheticEvent) => {
    if (event.target !== ref.current) return;
    if (!isClosedHere.current) onClose?.();
    isClosedHere.current = false;
  };
  const veil = (event: MouseEvent) => {
    if (event.target === ref.current) closeDialog(ref.current);
  };
  const inside = (
    <>
      <div className="dialog-body">{children}</div>
      {actions && <footer>{actions}</footer>}
    </>
  );
  return (
    // A press on the veil is a press on the dialog itself; Escape closes it too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      id={name}
      popover="auto"
      open={written || undefined}
      className={`${sheet ? "sheet" : "dialog box"} ${className ?? ""}`}
      aria-labelledby={`${name}-title`}
      onClose={closed}
      onClick={veil}
    >
      <div className="dialog-face">
        <header>
          {mark}
          <div>
            <h2 id={`${name}-title`}>{title}</h2>
            {lead && <p className="small quiet">{lead}</p>}
          </div>
          {closeTo === undefined ? (
            <IconButton
              icon="x"
              label={t("common.close")}
              popoverTarget={name}
              popoverTargetAction="hide"
              onClick={() => closeDialog(ref.current)}
            />
          ) : (
            <PageLink
              to={closeTo}
              onClick={leave}
              className="icon-button"
              aria-label={t("common.close")}
              title={t("common.close")}
            >
              <Icon name="x" />
            </PageLink>
          )}
        </header>
        {form ? form(inside) : inside}
      </div>
    </dialog>
  );
}
