import { useGo } from "../../page";
import { Dialog } from "./Dialog";
import type { ModalProps } from "./Modal";

export interface AddressDialogProps extends Omit<ModalProps, "id" | "open" | "closeTo" | "onClose"> {
  /** The address without it: where it is closed to. */
  to: string;
  /** The page beneath keeps its place. */
  stays?: boolean;
  unsaved?: boolean;
}

/** A dialog that an address opens. */
export function AddressDialog({ to, stays, ...dialog }: AddressDialogProps) {
  const go = useGo();
  const close = () => go(to, { replace: true, ...(stays && { stays }) });
  return <Dialog {...dialog} open closeTo={to} onClose={close} />;
}
