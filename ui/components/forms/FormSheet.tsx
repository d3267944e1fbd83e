/** A sheet with one form that makes one call with or without script; what is wrong is at its fields. */
import type { ReactNode } from "react";
import { submitPath } from "../ActionForm";
import { Button } from "../Button";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { FormDialog } from "./FormDialog";
import { Refusal } from "./Refusal";
import { useOwnForm, type FormState } from "./useOwnForm";
import "../controls.css";

/** What the form of a sheet is given, with what its other call answered. */
interface SheetState extends FormState {
  answer?: unknown;
}

interface Props {
  title: string;
  lead?: ReactNode;
  call: string;
  method?: "POST" | "PUT" | "PATCH" | "DELETE";
  revision?: string;
  /** Where it is closed to, and where the reader is afterwards. */
  to: string;
  /** Where the reader is afterwards instead. */
  then?: string;
  /** What the frame says afterwards; left out where the page itself shows it. */
  done?: string;
  action: string;
  /** A call that only tries what is typed, whose answer the sheet shows. */
  trial?: { call: string; action: string };
  /** A question and no sheet: the action takes something away. */
  danger?: boolean;
  children?: ReactNode | ((own: SheetState) => ReactNode);
}

/** The sheet, or the question. */
export function FormSheet({
  title,
  lead,
  call,
  method = "POST",
  revision,
  to,
  then = to,
  done,
  action,
  trial,
  danger,
  children,
}: Props) {
  const t = useText();
  const { here } = usePage();
  const { answer, ...own } = useOwnForm(call, trial?.call);
  return (
    <FormDialog
      to={to}
      sheet={!danger}
      title={title}
      lead={lead}
      form={{
        call,
        method,
        page: here(),
        then,
        ...(done && { done }),
        ...(trial && { also: [trial.call] }),
        ...(revision !== undefined && { revision }),
      }}
      action={action}
      danger={danger ?? false}
      other={
        trial && (
          <Button type="submit" formAction={submitPath({ call: trial.call, page: here() })}>
            {trial.action}
          </Button>
        )
      }
    >
      <Refusal title={t("controls.notSaved")} fields={["client", "event"]} />
      {typeof children === "function" ? children({ ...own, answer }) : children}
    </FormDialog>
  );
}
