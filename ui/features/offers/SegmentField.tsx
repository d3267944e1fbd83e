/** The report whose people are asked, by the address of its list. */
import { PageLink } from "../../components";
import { Field } from "../../components/fields";
import { useText } from "../../lib/i18n";

const LONGEST = 2000;

/** The report as it is opened: which step of a funnel is meant is no part of its page. */
function reportOf(address: string): string {
  const [path = "", query] = address.split("?");
  const keys = new URLSearchParams(query);
  keys.delete("reached");
  keys.delete("stopped");
  return keys.size ? `${path}?${keys.toString()}` : path;
}

/** The field, with a way to the report. */
export function SegmentField({ segment }: { segment: string }) {
  const t = useText();
  return (
    <div>
      <Field
        label={t("offers.segment")}
        name="segment"
        dir="ltr"
        autoComplete="off"
        maxLength={LONGEST}
        defaultValue={segment}
        help={t("offers.segmentHelp")}
      />
      {segment && (
        <p>
          <PageLink to={reportOf(segment)}>{t("offers.openReport")}</PageLink>
        </p>
      )}
    </div>
  );
}
