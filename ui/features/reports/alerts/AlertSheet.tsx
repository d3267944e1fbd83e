/** The form of an alert. */
import { Notice } from "../../../components";
import { Checkbox, Field, Select } from "../../../components/fields";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Alert, Trial } from "./api";
import { OPS, WINDOWS } from "./query";
import { TrialResult } from "./TrialResult";

const CALL = "/api/v1/alerts";

interface Props {
  to: string;
  metrics: readonly string[];
  alert?: Alert;
  /** What a new one begins with. */
  start?: { metric: string; query: string };
}

/** The rule, whom it notifies, and how often. */
export function AlertSheet({ to, metrics, alert, start }: Props) {
  const t = useText();
  const { session } = usePage();
  return (
    <FormSheet
      title={t(alert ? "alerts.edit" : "alerts.add")}
      lead={t("alerts.scope")}
      call={alert ? `${CALL}/${alert.id}` : CALL}
      {...(alert && { method: "PATCH" as const, revision: String(alert.revision) })}
      to={to}
      {...(!alert && { then: "/reports/alerts/{id}" })}
      done={alert ? "changed" : "added"}
      action={t("alerts.save")}
      trial={{ call: `${CALL}/test`, action: t("alerts.tryNow") }}
    >
      {({ answer }) => (
        <>
          {answer !== undefined && (
            <Notice tone="info" focus title={t("alerts.try")}>
              <TrialResult trial={answer as Trial} most={5} />
            </Notice>
          )}
          <Field
            label={t("alerts.name")}
            name="name"
            defaultValue={alert?.name ?? ""}
            required
            maxLength={80}
            autoComplete="off"
            dir="auto"
          />
          <Select
            label={t("alerts.metric")}
            name="metric"
            defaultValue={alert?.metric ?? (start?.metric || "handoff_rate")}
            options={metrics.map((id) => ({ value: id, label: t(`reports.k.${id}`) /* i18n: reports.k.* */ }))}
          />
          <Field
            label={t("alerts.where")}
            help={t("alerts.whereHelp")}
            name="query"
            defaultValue={alert?.query ?? start?.query ?? ""}
            maxLength={1000}
            autoComplete="off"
            dir="ltr"
            placeholder="grp=service"
          />
          <div className="pair">
            <Select
              label={t("alerts.op")}
              name="op"
              defaultValue={alert?.op ?? "above"}
              options={OPS.map((op) => ({ value: op, label: t(`alerts.o.${op}`) /* i18n: alerts.o.* */ }))}
            />
            <Field
              label={t("alerts.threshold")}
              name="threshold"
              defaultValue={alert?.threshold ?? ""}
              inputMode="decimal"
              dir="ltr"
              required
              maxLength={16}
              autoComplete="off"
            />
          </div>
          <p className="quiet">{t("alerts.thresholdHelp")}</p>
          <div className="pair">
            <Select
              label={t("alerts.window")}
              name="window"
              defaultValue={alert?.window ?? "day"}
              options={WINDOWS.map((window) => ({
                value: window,
                label: t(`alerts.w.${window}`) /* i18n: alerts.w.* */,
              }))}
            />
            <Field
              label={t("alerts.minN")}
              name="min_n"
              defaultValue={alert?.min_n ?? 30}
              inputMode="numeric"
              dir="ltr"
              maxLength={7}
            />
          </div>
          {session.noMail && <Notice tone="warn">{t("alerts.noServer")}</Notice>}
          <Field
            label={t("alerts.emails")}
            help={t("alerts.emailsHelp")}
            name="emails"
            defaultValue={alert?.emails.join(", ") ?? ""}
            dir="ltr"
            maxLength={2000}
            autoComplete="off"
          />
          <Field
            label={t("alerts.cooldown")}
            name="cooldown_h"
            defaultValue={alert?.cooldown_h ?? 24}
            inputMode="numeric"
            dir="ltr"
            maxLength={3}
          />
          {alert && (
            <>
              <input type="hidden" name="active" value="0" />
              <Checkbox label={t("alerts.active")} name="active" value="1" defaultChecked={alert.active} />
            </>
          )}
        </>
      )}
    </FormSheet>
  );
}
