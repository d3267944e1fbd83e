/** When an outlet is open: its week drawn, and under it the form for who may change it. */
import { ActionForm, Button, useCan } from "../../components";
import { HoursFields } from "../../components/fields/HoursFields";
import type { BusinessHours } from "../../components/fields/hours";
import { Guarded } from "../../components/forms/Guarded";
import { Refusal } from "../../components/forms/Refusal";
import { useAnswered } from "../../components/forms/refused";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import type { outletGrammar } from "./query";
import type { Outlet } from "./types";
import { Week } from "./Week";

/** The week and the holidays: a form for who may change them. */
export function Hours({ outlet }: { outlet: Outlet }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof outletGrammar>();
  const call = `/api/v1/outlets/${outlet.id}/hours`;
  const hours = outlet.hours as BusinessHours | null;
  const form = useAnswered([call]);
  if (!can("update", "Client")) return <Week hours={hours} zone={outlet.zone} closed={outlet.closed_days} />;
  return (
    <Guarded call={call}>
      <Week hours={hours} zone={outlet.zone} closed={outlet.closed_days}>
        <details className="cl-edit" open={!hours || (form !== null && form.problem.status >= 400)}>
          <summary>{t("clients.editHours")}</summary>
          <ActionForm
            call={call}
            method="PUT"
            page={`${here({ do: undefined })}#hours`}
            revision={String(outlet.revision)}
            done="hours"
            className="stack"
          >
            <Refusal title={t("clients.refused")} />
            <HoursFields
              as="rows"
              hours={hours}
              legend={t("clients.hoursAsk")}
              help={t("clients.hoursHelp")}
              without={t("clients.hoursNone")}
            />
            <p className="row">
              <Button type="submit" variant="primary">
                {t("clients.save")}
              </Button>
            </p>
          </ActionForm>
        </details>
      </Week>
    </Guarded>
  );
}
