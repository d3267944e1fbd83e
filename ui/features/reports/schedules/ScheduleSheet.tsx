/** The form of a scheduled mail. */
import { Notice } from "../../../components";
import { Checkbox, Field, Select } from "../../../components/fields";
import { ChoiceGroup } from "../../../components/fields/choices";
import { ZoneSelect } from "../../../components/fields/ZoneSelect";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useText } from "../../../lib/i18n";
import { can } from "../../../lib/session";
import { usePage } from "../../../page";
import { useReportName } from "../shell/useReportName";
import type { Schedule } from "./api";
import { FORMATS, REPORTS } from "./query";
import { Rhythm } from "./Rhythm";

const CALL = "/api/v1/schedules";

interface Props {
  to: string;
  schedule?: Schedule;
  /** What a new one begins with. */
  start?: { report: string; query: string };
}

/** What is mailed, when, and to whom. */
export function ScheduleSheet({ to, schedule, start }: Props) {
  const t = useText();
  const name = useReportName();
  const { session } = usePage();
  const chosen = start?.report || "dashboard";
  const ability = session.user?.ability ?? [];
  /** Pictures are files of the report: who may export what is chosen first has them in the mail. */
  const exports = can(
    ability,
    "export",
    REPORTS[Object.hasOwn(REPORTS, chosen) ? (chosen as keyof typeof REPORTS) : "dashboard"],
  );
  const reports = Object.entries(REPORTS).filter(([, subject]) => can(ability, "read", subject));
  const exportsAny = reports.some(([, subject]) => can(ability, "export", subject));
  // Files are offered to those who may export a report, and to those who have chosen them, to take them out.
  const formats = FORMATS.filter((value) => value === "html" || exportsAny || schedule?.formats.includes(value));
  return (
    <FormSheet
      title={t(schedule ? "schedules.edit" : "schedules.add")}
      lead={t("schedules.scope")}
      call={schedule ? `${CALL}/${schedule.id}` : CALL}
      {...(schedule && { method: "PATCH" as const, revision: String(schedule.revision) })}
      to={to}
      {...(!schedule && { then: "/reports/schedules/{id}" })}
      done={schedule ? "changed" : "added"}
      action={t("schedules.save")}
    >
      <Field
        label={t("schedules.name")}
        help={t("schedules.nameHelp")}
        name="name"
        defaultValue={schedule?.name ?? ""}
        maxLength={80}
        autoComplete="off"
        dir="auto"
      />
      <Select
        label={t("schedules.report")}
        name="report"
        defaultValue={schedule?.report ?? chosen}
        options={reports.map(([value]) => ({ value, label: name(value) }))}
      />
      <Field
        label={t("schedules.query")}
        help={t("schedules.queryHelp")}
        name="query"
        defaultValue={schedule?.query ?? start?.query ?? ""}
        maxLength={1500}
        autoComplete="off"
        dir="ltr"
      />
      <Rhythm schedule={schedule} />
      <div className="pair">
        <Field
          label={t("schedules.at")}
          name="at"
          defaultValue={schedule?.at ?? "09:00"}
          type="time"
          dir="ltr"
          required
        />
        <ZoneSelect label={t("schedules.zone")} name="zone" value={schedule?.zone ?? session.zone} />
      </div>
      {session.noMail && <Notice tone="warn">{t("schedules.noServer")}</Notice>}
      <Field
        label={t("schedules.recipients")}
        help={t("schedules.recipientsHelp")}
        name="recipients"
        defaultValue={schedule?.recipients.join(", ") ?? session.user?.email ?? ""}
        required
        dir="ltr"
        maxLength={13000}
        autoComplete="off"
      />
      <ChoiceGroup legend={t("schedules.formats")} help={t("schedules.formatsHelp")} fields={["formats"]}>
        {formats.map((value) => (
          <Checkbox
            key={value}
            name="formats[]"
            value={value}
            defaultChecked={
              schedule ? schedule.formats.includes(value) : value === "html" || (value === "png" && exports)
            }
            label={t(`schedules.f.${value}`) /* i18n: schedules.f.* */}
          />
        ))}
      </ChoiceGroup>
      <input type="hidden" name="skip_unchanged" value="0" />
      <Checkbox
        label={t("schedules.skip")}
        name="skip_unchanged"
        value="1"
        defaultChecked={schedule?.skip_unchanged ?? false}
      />
    </FormSheet>
  );
}
