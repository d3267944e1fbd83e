/** What the workspace asks of everybody. */
import { ActionForm, Button, Card, Notice, PageLink } from "../../../components";
import { Field } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { accountApi } from "./api";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { usePage } from "../../../page";
import type { securityGrammar } from "./query";

const CALL = "/api/v1/workspace/policy";

/** The switch; `own` says whether the reader has a second factor, without which they may not ask for it. */
export function PolicyCard({ own }: { own: boolean }) {
  const t = useText();
  const { data } = accountApi.usePolicyQuery();
  const f = useFormat();
  const { here } = usePage<typeof securityGrammar>();
  const { failed } = useOwnForm(CALL);
  if (!data) return null;
  const on = data.second_factor_required;
  const from = on ? data.second_factor_from : null;
  return (
    <Card title={t("security.policy")} id="policy">
      <ActionForm
        call={CALL}
        page={here({})}
        method="PUT"
        revision={String(data.revision)}
        done={on ? "asked-off" : "asked-on"}
        className="stack short"
      >
        {failed && (
          <Notice tone="bad" focus>
            {own ? failed : t("security.policyOwn")}
          </Notice>
        )}
        <p>
          {from ? t("security.policyFrom", { date: f.date(from) }) : t(on ? "security.policyOn" : "security.policyOff")}
        </p>
        {!own && !on && <p className="quiet">{t("security.policyOwn")}</p>}
        {!on && own && (
          <Field
            label={t("security.policyDay")}
            name="second_factor_from"
            type="date"
            help={t("security.policyDayHelp")}
          />
        )}
        <Button type="submit" name="second_factor_required" value={String(!on)} disabled={!own && !on}>
          {t(on ? "security.policyLess" : "security.policyMore")}
        </Button>
      </ActionForm>
      <p>
        <PageLink to="/admin/single-sign-on">{t("security.single")}</PageLink>
      </p>
    </Card>
  );
}
