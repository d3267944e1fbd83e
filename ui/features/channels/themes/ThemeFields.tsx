/** The fields of a theme, as plain ones; `fieldName` gives the name a field has in its form. */
import { Field, Select, TextArea } from "../../../components/fields";
import { Slider } from "../../../components/fields/choices";
import { useText } from "../../../lib/i18n";
import { languageName } from "../../../lib/languageName";
import { usePage } from "../../../page";
import { AvatarField } from "./AvatarField";
import { COLOURS, FONTS, LAUNCHERS, WIDEST } from "./draft";

interface Props {
  bot: string;
  languages: readonly string[];
  fieldName: (name: string) => string;
  /** What a field shows first. */
  current: (name: string) => string;
  error: (name: string) => string[] | undefined;
}

/** All of them. */
export function ThemeFields(props: Props) {
  const t = useText();
  const { bot, fieldName, current, error } = props;
  const choice = (name: string, values: readonly string[], help?: string) => (
    <Select
      label={t(`themes.${name}`) /* i18n: themes.position themes.font themes.launcher themes.csat themes.persistence */}
      name={fieldName(name)}
      defaultValue={current(name)}
      help={help}
      error={error(name)}
      // i18n: themes.o.*
      options={values.map((value) => ({ value, label: t(`themes.o.${value}`) }))}
    />
  );
  return (
    <>
      <Field
        label={t("themes.shownName")}
        name={fieldName("name")}
        maxLength={60}
        autoComplete="off"
        placeholder={bot}
        defaultValue={current("name")}
        help={t("themes.shownNameHelp")}
        error={error("name")}
      />
      <div className="th-colours">
        {COLOURS.map((name) => (
          <Field
            key={name}
            label={t(`themes.c.${name}`) /* i18n: themes.c.* */}
            type="color"
            name={fieldName(name)}
            defaultValue={current(name)}
            error={error(name)}
          />
        ))}
      </div>
      <Slider
        label={t("themes.radius")}
        name={fieldName("radius")}
        max={WIDEST}
        unit="px"
        defaultValue={Number(current("radius"))}
        error={error("radius")}
      />
      <div className="th-pair">
        {choice("position", ["right", "left"])}
        {choice("launcher", LAUNCHERS)}
      </div>
      {choice("font", FONTS, t("themes.fontHelp"))}
      <AvatarField name={fieldName("avatar")} value={current("avatar")} error={error("avatar")} />
      <Texts {...props} />
      <div className="th-pair">
        {choice("csat", ["stars", "thumbs"])}
        {choice("persistence", ["local", "session", "memory"])}
      </div>
      <Field
        label={t("themes.phone")}
        name={fieldName("phone")}
        type="tel"
        maxLength={30}
        autoComplete="off"
        dir="ltr"
        defaultValue={current("phone")}
        help={t("themes.phoneHelp")}
        error={error("phone")}
      />
      <details className="th-css" open={Boolean(error("custom_css") ?? current("custom_css"))}>
        <summary>{t("themes.css")}</summary>
        <TextArea
          label={t("themes.cssLabel")}
          name={fieldName("custom_css")}
          rows={5}
          dir="ltr"
          spellCheck={false}
          defaultValue={current("custom_css")}
          help={t("themes.cssHelp")}
          error={error("custom_css")}
        />
      </details>
    </>
  );
}

/** Greeting and placeholder in each language. */
function Texts({ languages, fieldName, current, error }: Props) {
  const t = useText();
  const { session } = usePage();
  // i18n: themes.greeting themes.placeholder
  return (["greeting", "placeholder"] as const).flatMap((text) =>
    languages.map((language) => (
      <Field
        key={`${text}.${language}`}
        label={t(`themes.${text}`, { language: languageName(language, session.locale) })}
        name={fieldName(`${text}.${language}`)}
        maxLength={300}
        autoComplete="off"
        dir="auto"
        defaultValue={current(`${text}.${language}`)}
        error={error(`${text}.${language}`)}
      />
    )),
  );
}
