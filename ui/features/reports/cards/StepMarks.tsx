/** The legend of the marks on steps of a chart: only those that are in the picture. */
import { Hatch } from "../../../components/charts/Hatch";
import { useFormat, useText } from "../../../lib/i18n";

interface Props {
  /** What a step is: an hour, a day, a week and so on. */
  step: string;
  running: boolean;
  cut: boolean;
  provisional: boolean;
  restated?: boolean;
}

export function StepMarks({ step, running, cut, provisional, restated = false }: Props) {
  const t = useText();
  const f = useFormat();
  const partial = running || cut;
  if (!partial && !provisional && !restated) return null;
  return (
    <ul className="legend">
      {partial && (
        <li>
          <svg aria-hidden="true">
            <Hatch tone={1}>{(fill) => <rect className="s1" width="11" height="10" fill={fill} />}</Hatch>
          </svg>
          {
            [running && t("reports.partial"), cut && t(`reports.cut.${step}`)]
              .filter(Boolean)
              .join(f.comma) /* i18n: reports.cut.* */
          }
        </li>
      )}
      {provisional && (
        <li>
          <svg aria-hidden="true">
            <path className="cq" d="M0 5h12" />
          </svg>
          {t("reports.provisionalUntil")}
        </li>
      )}
      {restated && <li>▲ {t("reports.restated")}</li>}
    </ul>
  );
}
