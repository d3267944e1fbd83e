/** What the parts have in common: the account they show, and the form that changes some of it. */
import type { ReactNode } from "react";
import { ActionForm, Button, Notice, ProblemNotice } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { AccountHead } from "./AccountHead";
import { accountApi } from "./api";
import type { Account } from "./types";
import { useOwnForm } from "./useOwnForm";
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

/** A form that changes a part of the account on the revision one sees. */
export function PartForm({
  part,
  account,
  done,
  children,
}: {
  part: string;
  account: Account;
  done: string;
  children: (field: FieldOf) => ReactNode;
}) {
  const t = useText();
  const { form, values, error, code, failed } = useOwnForm(`/api/v1/account/${part}`);
  const errorAt = (name: string) => {
    const texts = error(name);
    if (!texts) return undefined;
    if (code === "taken" || code === "password_needed" || code === "wrong_password") return t(`account.e.${code}`);
    const key = `account.e.${name}`; // i18n: account.e.*
    return t(key) === key ? texts.join(" ") : t(key);
  };
  return (
    <ActionForm {...form} method="PATCH" revision={String(account.revision)} done={done} className="stack">
      {failed && (
        <Notice
          tone={code === "stale" ? "warn" : "bad"}
          focus
          title={code === "stale" ? t("account.stale") : undefined}
        >
          {code === "stale" ? t("account.staleBody") : failed}
        </Notice>
      )}
      {children((name, value) => ({ name, defaultValue: values[name] ?? value ?? "", error: errorAt(name) }))}
      <p className="row">
        <Button type="submit" variant="primary">
          {t("account.save")}
        </Button>
      </p>
    </ActionForm>
  );
}
