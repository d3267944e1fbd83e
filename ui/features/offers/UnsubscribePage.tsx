/** Opting out by a mail's link: one press, without an account. */
import { ActionForm, Button } from "../../components";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { usePage } from "../../page";
import { offersApi } from "./api";
import type { unsubscribeGrammar } from "./query";

/** The page. */
export default function UnsubscribePage() {
  const t = useText();
  const { query } = usePage<typeof unsubscribeGrammar>();
  const { data } = offersApi.useOptOutQuery(query.code, { skip: !query.code });
  if (!data) return <h1>{t("offers.linkUnknown")}</h1>;
  // i18n: offers.optedOut offers.optedOutText offers.optOutAsk offers.optOutText offers.optOut
  // i18n: offers.mailsOptedOut offers.mailsOptedOutText offers.mailsOptOutAsk offers.mailsOptOutText offers.mailsOptOut
  const word = (key: "OptedOut" | "OptedOutText" | "OptOutAsk" | "OptOutText" | "OptOut") =>
    t(`offers.${data.channel === "report" ? `mails${key}` : key.replace("O", "o")}`, {
      client: `\u2068${data.client}\u2069`,
    });
  if (data.opted_out)
    return (
      <>
        <h1>{word("OptedOut")}</h1>
        <p className="lead">{word("OptedOutText")}</p>
      </>
    );
  return (
    <>
      <h1>{word("OptOutAsk")}</h1>
      <p className="lead">{word("OptOutText")}</p>
      <PageRefusal />
      <ActionForm call="/api/v1/opt-outs" page={path("/unsubscribe", { code: query.code })} className="stack">
        <input type="hidden" name="code" value={query.code} />
        <Button type="submit" variant="primary" size="l">
          {word("OptOut")}
        </Button>
      </ActionForm>
    </>
  );
}
