import { useText } from "../../../lib/i18n";

/** What reports are called. */
export function useReportName() {
  const t = useText();
  return (report: string) => {
    const [name, group] = report.split("/");
    if (group) return t(`reports.${group}`); // i18n: reports.overall reports.service reports.sales reports.psf
    // i18n: figures.usage figures.engagement figures.journey figures.speech figures.documents
    return name === "dashboard" ? t("reports.title") : t(`figures.${name}`);
  };
}
