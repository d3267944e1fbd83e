/** What is said of people that a job counts. */
import { ActionForm, Button } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Shape } from "../../../api";

type Card = Shape<"Card">;

/** How far the counting of a long range is, or the button that starts it. */
export function Counting({ counting: { state, as_of, call } }: { counting: NonNullable<Card["counting"]> }) {
  const t = useText();
  const f = useFormat();
  const { url } = usePage();
  return (
    <div className="kc row">
      {as_of && <i>{t("reports.asOf", { time: f.dateTime(as_of) })}</i>}
      {state === "queued" || state === "running" ? (
        <a href={url}>{t("reports.counting")}</a>
      ) : (
        <ActionForm call={call} page={url}>
          <Button type="submit" size="s">
            {t("reports.count")}
          </Button>
        </ActionForm>
      )}
    </div>
  );
}
