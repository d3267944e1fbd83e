/** What the parts have in common: the account they show, and the form that changes some of it. */
import type { ReactNode } from "react";
import { ActionForm, Button, ProblemNotice } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { AccountHead } from "./AccountHead";
import { accountApi } from "./api";
import type { Account } from "./types";
import { Refusal } from "../../../components/forms/Refusal";
import { useFormState } from "../../../components/forms/typed";
import "./account.css";

/** Head and content of a part, or why there is none. */
export function AccountPart({ children }: { children: (account: Account) => ReactNode }) {
  const { form } = usePage();
  const { data, error, refetch } = accountApi.useAccountQuery();
  return (
    <>
      <AccountHead />
      <Guarded className="stack account" refused={form !== null}>
        {data ? children(data) : error && <ProblemNotice problem={error} retry={() => void refetch()} />}
      </Guarded>
    </>
  );
}

/** What a field of such a form gets: its value, and how to fix it. */
export type FieldOf = (
  name: string,
  value?: string | null,
) => { name: string; defaultValue: string; error: string | undefined };

interface PartProps {
  part: string;
  account: Account;
  done: string;
  children: (field: FieldOf) => ReactNode;
}

/** A form that changes a part of the account on the revision one sees. */
export function PartForm({ part, account, done, children }: PartProps) {
  const t = useText();
  const { here } = usePage();
  return (
    <ActionForm
      call={`/api/v1/account/${part}`}
      page={here({})}
      method="PATCH"
      revision={String(account.revision)}
      done={done}
      className="stack"
    >
      <Refusal />
      <PartFields>{children}</PartFields>
      <p className="row">
        <Button type="submit" variant="primary">
          {t("account.save")}
        </Button>
      </p>
    </ActionForm>
  );
}

/** Its fields, with what is wrong with each in the reader's words. */
function PartFields({ children }: Pick<PartProps, "children">) {
  const t = useText();
  const { errors, code } = useFormState();
  const errorAt = (name: string) => {
    const texts = errors[name];
    if (!texts) return undefined;
    if (code === "taken" || code === "password_needed" || code === "wrong_password") return t(`account.e.${code}`);
    const key = `account.e.${name}`; // i18n: account.e.*
    return t(key) === key ? texts.join(" ") : t(key);
  };
  return children((name, value) => ({ name, defaultValue: value ?? "", error: errorAt(name) }));
}
