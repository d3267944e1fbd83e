/** Opting out by a mail's link: one press, without an account. */
import { ActionForm, Button, Notice } from "../../components";
import { useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { usePage } from "../../page";
import { offersApi } from "./api";
import type { unsubscribeGrammar } from "./query";

/** The page. */
export default function UnsubscribePage() {
  const t = useText();
  const { query, form } = usePage<typeof unsubscribeGrammar>();
  const { data } = offersApi.useOptOutQuery(query.code, { skip: !query.code });
  if (!data) return <h1>{t("offers.linkUnknown")}</h1>;
  if (data.opted_out)
    return (
      <>
        <h1>{t("offers.optedOut")}</h1>
        <p className="lead">{t("offers.optedOutText", { client: data.client })}</p>
      </>
    );
  return (
    <>
      <h1>{t("offers.optOutAsk", { client: data.client })}</h1>
      <p className="lead">{t("offers.optOutText")}</p>
      {form && form.problem.status >= 400 && <Notice tone="bad">{form.problem.detail}</Notice>}
      <ActionForm call="/api/v1/opt-outs" page={path("/unsubscribe", { code: query.code })} className="stack">
        <input type="hidden" name="code" value={query.code} />
        <Button type="submit" variant="primary" size="l">
          {t("offers.optOut")}
        </Button>
      </ActionForm>
    </>
  );
}
