/** How well each text can be read, and for one that cannot be, colours that would be enough. */
import { Button, Card, Icon, Pill } from "../../../components";
import { useScripted } from "../../../hooks/useScripted";
import { useFormat, useText } from "../../../lib/i18n";
import { LEAST, type Contrast, type Repair } from "./contrasts";

interface Props {
  contrasts: readonly Contrast[];
  /** Nothing can be changed here. */
  fixed: boolean;
  onRepair: (repair: Repair) => void;
}

/** The card. */
export function ContrastCard({ contrasts, fixed, onRepair }: Props) {
  const t = useText();
  const low = contrasts.filter(({ ratio }) => ratio < LEAST).length;
  return (
    <Card
      id="contrast"
      title={t("themes.contrast")}
      lead={t("themes.contrastLead")}
      aside={low > 0 && <Pill tone="bad">{t("themes.tooLow", { n: low, all: contrasts.length })}</Pill>}
    >
      <ul className="th-contrasts">
        {contrasts.map((contrast) => (
          <Row key={contrast.id} {...contrast} fixed={fixed} onRepair={onRepair} />
        ))}
      </ul>
    </Card>
  );
}

/** One text with its figure. */
function Row({ id, text, ground, ratio, repairs, fixed, onRepair }: Contrast & Omit<Props, "contrasts">) {
  const t = useText();
  const f = useFormat();
  const scripted = useScripted();
  const isGood = ratio >= LEAST;
  return (
    <li className={isGood ? "" : "bad"}>
      <Swatch text={text} ground={ground} />
      <span className="th-what">{t(`themes.on.${id}`) /* i18n: themes.on.* */}</span>
      <span className="th-ratio">{f.number(Math.floor(ratio * 10) / 10, { digits: 1 })}</span>
      <span className={isGood ? "th-mark good" : "th-mark bad"}>
        <Icon name={isGood ? "check" : "circle-alert"} size={16} />
        {t(isGood ? "themes.good" : "themes.low")}
      </span>
      {scripted && !fixed && repairs.length > 0 && (
        <div className="row th-repairs">
          {repairs.map((repair) => (
            <Button key={repair.field} type="button" size="s" onClick={() => onRepair(repair)}>
              <Swatch
                text={repair.field.startsWith("on_") ? repair.colour : text}
                ground={repair.field.startsWith("on_") ? ground : repair.colour}
              />
              {t("themes.repair", {
                field: t(`themes.c.${repair.field}`) /* i18n: themes.c.* */,
                ratio: f.number(Math.floor(repair.ratio * 10) / 10, { digits: 1 }),
              })}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

/** A sample of a text on its ground. */
function Swatch({ text, ground }: { text: string; ground: string }) {
  return (
    <svg className="th-swatch" viewBox="0 0 32 20" aria-hidden="true">
      <rect width="32" height="20" rx="4" fill={ground} stroke="#8c8982" />
      <circle cx="16" cy="10" r="5" fill={text} />
    </svg>
  );
}
