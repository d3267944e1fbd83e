/** Leads ticked in a list or on the board, given to an outlet or a person in one form, with or without a script. */
import { useState, type FormEvent, type ReactNode } from "react";
import { ActionForm, Button, useCan } from "../../components";
import type { Column } from "../../components/Table";
import { Checkbox, Select } from "../../components/fields";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { leadsApi } from "./api";
import { outletOptions, ownerOptions } from "./cells";
import type { Lead } from "./types";

const TICKED = 'input[name="ids[]"]:checked';

/** The form around what can be ticked; its bar comes with the first tick. */
export function Assign({ children }: { children: ReactNode }) {
  const t = useText();
  const { here, form } = usePage();
  const [ticked, setTicked] = useState(() => form?.values["ids[]"]?.split("\n").length ?? 0);
  const { data: choices } = leadsApi.useLeadChoicesQuery();
  const count = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setTicked(currentTarget.querySelectorAll(TICKED).length);
  return (
    <>
      <PageRefusal />
      <ActionForm className="stack" call="/api/v1/leads/assign" page={here()} done="assigned" onChange={count}>
        <div className="ld-assign">
          <strong role="status">{t("leads.ticked", { n: ticked })}</strong>
          <Select label={t("leads.outlet")} name="outlet" options={outletOptions(choices, t("leads.byRule"))} />
          <Select label={t("leads.owner")} name="owner" options={ownerOptions(choices, t("leads.byRule"))} />
          <Button type="submit" icon="user">
            {t("leads.e.assign")}
          </Button>
        </div>
        {children}
      </ActionForm>
    </>
  );
}

/** The box of a lead; closed ones cannot be assigned. */
export function Tick({ lead }: { lead: Lead }) {
  const t = useText();
  return (
    <Checkbox
      label={<span className="sr">{t("leads.tick", { name: lead.number })}</span>}
      name="ids[]"
      value={lead.id}
      disabled={lead.closed_at !== null}
    />
  );
}

/** The column of boxes of a table, for who may assign. */
export function useTickColumn<Row>(leadOf: (row: Row) => Lead): Column<Row>[] {
  const t = useText();
  const can = useCan();
  if (!can("update", "Lead")) return [];
  const head = <span className="sr">{t("leads.choose")}</span>;
  return [{ key: "tick", head, className: "slot-none", cell: (row) => <Tick lead={leadOf(row)} /> }];
}
