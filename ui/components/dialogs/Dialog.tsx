import { Guarded } from "../forms/Guarded";
import { Modal, type ModalProps } from "./Modal";

interface Props extends ModalProps {
  /** The form of a sheet came back refused: what is in it is not saved. */
  unsaved?: boolean;
}

/** A dialog; the form of a sheet asks before it is left unsaved. */
export function Dialog({ unsaved, ...props }: Props) {
  const { sheet, form } = props;
  if (!sheet || !form) return <Modal {...props} />;
  return <Modal {...props} form={(inside) => <Guarded refused={unsaved ?? false}>{form(inside)}</Guarded>} />;
}
