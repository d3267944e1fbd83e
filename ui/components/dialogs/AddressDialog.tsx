import { Dialog } from "./Dialog";
import type { ModalProps } from "./Modal";
import { useClose } from "./useClose";

export interface AddressDialogProps extends Omit<ModalProps, "id" | "open" | "closeTo" | "onClose"> {
  /** The address without it: where it is closed to. */
  to: string;
  /** Nothing typed is lost by closing it: nobody is asked. */
  stays?: boolean;
  unsaved?: boolean;
}

/** A dialog that an address opens. */
export function AddressDialog({ to, stays, ...dialog }: AddressDialogProps) {
  return <Dialog {...dialog} open closeTo={to} onClose={useClose(to, stays)} />;
}
