/** The widget as visitors see it: beside a page, on a phone, and right to left; it follows what is typed. */
import { useState } from "react";
import { Card } from "../../../components";
import { ButtonGroup, ToggleButton } from "../../../components/buttons/ToggleButton";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { languageName } from "../../../lib/languageName";
import { usePage } from "../../../page";
import { direction } from "../../../widget/launcher-words";
import type { Theme } from "../../../widget/types";
import { Device } from "./ThemePreview";

const SKINS = ["light", "dark"] as const;
/** Shown where the bot speaks no language that runs from the right. */
const FROM_RIGHT = "ar";

/** The card: languages and skins are chosen with script alone, without it the first of each is shown. */
export function PreviewCard({ theme }: { theme: Theme }) {
  const t = useText();
  const { session } = usePage();
  const scripted = useScripted();
  const [language, setLanguage] = useState(theme.language);
  const [skin, setSkin] = useState<(typeof SKINS)[number]>("light");
  const other = theme.languages.find((language) => direction(language) === "rtl") ?? FROM_RIGHT;
  const look = { theme, dark: skin === "dark" };
  return (
    <Card
      className="th-look"
      title={t("themes.preview")}
      lead={t("themes.previewLead")}
      aside={
        scripted && (
          <div className="row">
            {theme.languages.length > 1 && (
              <ButtonGroup label={t("themes.previewLanguage")}>
                {theme.languages.map((code) => (
                  <ToggleButton key={code} size="s" pressed={code === language} onToggle={() => setLanguage(code)}>
                    {languageName(code, session.locale)}
                  </ToggleButton>
                ))}
              </ButtonGroup>
            )}
            <ButtonGroup label={t("themes.previewSkin")}>
              {SKINS.map((option) => (
                <ToggleButton key={option} size="s" pressed={option === skin} onToggle={() => setSkin(option)}>
                  {t(`themes.skin.${option}`) /* i18n: themes.skin.* */}
                </ToggleButton>
              ))}
            </ButtonGroup>
          </div>
        )
      }
    >
      <div className="th-devices">
        <Device {...look} kind="desktop" language={language} name={t("themes.desktop")} />
        <Device {...look} kind="phone" language={language} name={t("themes.device.phone")} />
        <Device {...look} kind="phone" language={other} name={t("themes.fromRight")} />
      </div>
    </Card>
  );
}
