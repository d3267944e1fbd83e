import type { ComponentProps } from "react";
import type { useEditing } from "../../hooks/useEditing";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { FormDialog } from "./FormDialog";
import { useFirstError } from "./useFirstError";
import { NotSaved, type Difference } from "./NotSaved";

type FormProps = ComponentProps<typeof FormDialog>;

interface Props extends Omit<FormProps, "form" | "sheet" | "busy"> {
  form: Omit<FormProps["form"], "page" | "onSubmit">;
  editing: Omit<ReturnType<typeof useEditing>, "base" | "theirs" | "draft">;
  /** The fields in which another person, who saved first, has other values. */
  differences?: readonly Difference[];
}

/** The sheet in which a thing is added or changed, with or without script; see `useEditing`. */
export function EditSheet({ form, editing, differences = [], action, children, ...dialog }: Props) {
  const t = useText();
  const { here } = usePage();
  useFirstError(editing.problem);
  return (
    <FormDialog
      {...dialog}
      sheet
      form={{ ...form, page: here(), onSubmit: editing.onSubmit, refused: editing.problem }}
      busy={editing.busy}
      action={editing.stale ? t("controls.keepMine") : action}
    >
      <NotSaved by={editing} to={here()} differences={differences} />
      {children}
    </FormDialog>
  );
}
