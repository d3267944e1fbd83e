/** What can be done with the rows one has ticked: one form around all of them, with or without script. */
import type { FormEvent } from "react";
import { useText } from "../../lib/i18n";
import { ActionForm, submitPath, type Submission } from "../ActionForm";
import { Button } from "../Button";
import type { IconName } from "../icons";
import "./table.css";

interface Look {
  label: string;
  icon?: IconName;
  danger?: boolean;
}

/** What to do with ticked rows: calls of the API, or one page that shows them. */
export type Bulk =
  | {
      page: string;
      /** Calls; one with a `value` sends it as what is to `do`. */
      actions: readonly ({ key: string; value?: string } & Look & Omit<Submission, "page">)[];
      onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
    }
  | {
      to: string;
      field: string;
      actions: readonly ({ key: string } & Look)[];
      onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
    };

interface Props {
  id: string;
  bulk: Bulk;
  /** How many rows are ticked; null while no script counts. */
  count: number | null;
  onReset: () => void;
}

/** The name under which a ticked row is sent. */
export const fieldOf = (bulk: Bulk) => ("field" in bulk ? bulk.field : "ids[]");

/** The bar; it takes the place of the table's tools while a row is ticked. */
export function BulkBar({ id, bulk, count, onReset }: Props) {
  const t = useText();
  const around = { id, className: "bulk", "aria-label": t("data.bulk"), onReset };
  const inside = (
    <>
      <strong role="status">{count === null ? t("data.bulk") : t("data.selected", { n: count })}</strong>
      {"to" in bulk
        ? bulk.actions.map(({ key, ...look }) => <Press key={key} {...look} />)
        : bulk.actions.map(({ key, value, ...action }) => (
            <Press
              key={key}
              {...action}
              {...(value && { name: "do", value })}
              formAction={submitPath({ ...action, page: bulk.page })}
            />
          ))}
      <Button type="reset" size="s" variant="quiet">
        {t("data.unselect")}
      </Button>
    </>
  );
  if ("to" in bulk) {
    const [action, search] = bulk.to.split("?");
    return (
      <form {...around} method="get" action={action} onSubmit={bulk.onSubmit}>
        {/* A form's own fields take the place of its address's query. */}
        {[...new URLSearchParams(search)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {inside}
      </form>
    );
  }
  return (
    <ActionForm {...around} call={bulk.actions[0]?.call ?? ""} page={bulk.page} onSubmit={bulk.onSubmit}>
      {inside}
    </ActionForm>
  );
}

/** The button of one action. */
function Press({ label, icon, danger, ...rest }: Look & { formAction?: string; name?: string; value?: string }) {
  return (
    <Button
      type="submit"
      size="s"
      variant={danger ? "danger" : "plain"}
      {...(rest.formAction && { formAction: rest.formAction })}
      {...(rest.name && { name: rest.name, value: rest.value })}
      {...(icon && { icon })}
    >
      {label}
    </Button>
  );
}
