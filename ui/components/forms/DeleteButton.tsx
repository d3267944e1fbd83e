import type { ReactNode } from "react";
import { submitPath, type Submission } from "../ActionForm";
import { Button } from "../Button";

interface Props extends Omit<Submission, "method" | "done"> {
  /** Deletes it with a script; without one the form is sent. */
  onDelete: (form: HTMLFormElement | null) => Promise<void>;
  children: ReactNode;
}

/** Deletes the thing that the form around it changes. */
export function DeleteButton({ onDelete, children, ...submission }: Props) {
  return (
    <Button
      type="submit"
      variant="danger"
      className="first"
      formNoValidate
      formAction={submitPath({ ...submission, method: "DELETE", done: "deleted" })}
      onClick={(event) => {
        event.preventDefault();
        void onDelete(event.currentTarget.form);
      }}
    >
      {children}
    </Button>
  );
}
