/** Buttons of every kind in every state, alone, pressed and in groups. */
import { useState } from "react";
import { Button, IconButton, LinkButton } from "../../../components";
import { ButtonGroup, ToggleButton } from "../../../components/buttons/ToggleButton";
import { ReasonedButton } from "../../../components/buttons/ReasonedButton";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { designGrammar } from "./query";
import { Shelf, State } from "./Shelf";

const KINDS = [
  ["primary", "save"],
  ["plain", "export"],
  ["quiet", "cancel"],
  ["danger", "delete"],
] as const;

/** One row a kind: rest to busy. */
export function Buttons() {
  const t = useText();
  return (
    <Shelf title={t("design.s.buttons")}>
      {/* i18n: design.save design.export design.cancel design.delete */}
      {KINDS.map(([variant, word]) => {
        const label = {
          save: t("design.save"),
          export: t("design.export"),
          cancel: t("design.cancel"),
          delete: t("design.delete"),
        }[word];
        return (
          <div className="shelf-row" key={variant}>
            <State name="rest">
              <Button variant={variant}>{label}</Button>
            </State>
            <State name="hover">
              <Button variant={variant}>{label}</Button>
            </State>
            <State name="focus">
              <Button variant={variant}>{label}</Button>
            </State>
            <State name="active">
              <Button variant={variant}>{label}</Button>
            </State>
            <State name="disabled">
              <Button variant={variant} disabled>
                {label}
              </Button>
            </State>
            <State name="busy">
              <Button variant={variant} busy>
                {label}
              </Button>
            </State>
          </div>
        );
      })}
    </Shelf>
  );
}

const ALIGN = ["day", "week", "month"] as const;

/** Sizes, icons, a reason beside what is off, toggles and groups. */
export function MoreButtons() {
  const t = useText();
  const { here } = usePage<typeof designGrammar>();
  const [pinned, setPinned] = useState(true);
  const [step, setStep] = useState<string>("week");
  return (
    <Shelf title={t("design.s.toggles")}>
      <div className="shelf-row">
        <Button size="s" icon="plus">
          {t("design.add")}
        </Button>
        <Button icon="download">{t("design.export")}</Button>
        <LinkButton to={here()} size="l" variant="primary">
          {t("design.open")}
        </LinkButton>
        <IconButton icon="pin" label={t("design.pin")} />
      </div>
      <ReasonedButton variant="primary" reason={t("design.noRight")}>
        {t("design.publish")}
      </ReasonedButton>
      <div className="shelf-row">
        <ToggleButton icon="pin" pressed={pinned} onToggle={setPinned}>
          {t("design.pin")}
        </ToggleButton>
        <ButtonGroup label={t("design.step")}>
          {/* i18n: design.step.* */}
          {ALIGN.map((id) => (
            <ToggleButton key={id} pressed={step === id} onToggle={() => setStep(id)}>
              {t(`design.step.${id}`)}
            </ToggleButton>
          ))}
        </ButtonGroup>
      </div>
    </Shelf>
  );
}
