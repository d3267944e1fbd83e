/** How the widget looks and greets, with a preview that follows what is typed. */
import { useState, type FormEvent } from "react";
import { ActionForm, Button, Card, Field, Notice, Select, Trouble, useCan } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { frameGrammar } from "../../bots/layout/query";
import { useOwnForm } from "../../bots/layout/useOwnForm";
import { themeApi, themeOf, type Theme } from "../web/api";
import type { channelsGrammar } from "./query";
import { ThemePreview, type Look } from "./ThemePreview";

const COLOURS = ["primary", "on_primary", "bubble_user", "bubble_bot"] as const;
const TEXTS = ["greeting", "placeholder"] as const;

/** The card. */
export function ThemeCard({ bot }: { bot: Bot }) {
  const t = useText();
  const asked = themeApi.useThemeQuery(bot.id);
  return (
    <Card id="theme" title={t("channels.theme")} lead={t("channels.themeLead")}>
      <Trouble of={asked} />
      {asked.data && <ThemeForm key={asked.data.revision} bot={bot} theme={asked.data} />}
    </Card>
  );
}

/** What the preview shows of what stands in the form. */
function lookOf(read: (name: string) => string, language: string, fallback: Theme, name: string): Look {
  return {
    name: read("name") || name,
    primary: read("primary") || fallback.primary!,
    onPrimary: read("on_primary") || fallback.on_primary!,
    user: read("bubble_user") || fallback.bubble_user!,
    bot: read("bubble_bot") || fallback.bubble_bot!,
    radius: Math.min(24, Number(read("radius")) || 0),
    left: read("position") === "left",
    greeting: read(`greeting.${language}`),
    placeholder: read(`placeholder.${language}`),
  };
}

/** The form and the preview beside it. */
function ThemeForm({ bot, theme }: { bot: Bot; theme: Theme }) {
  const t = useText();
  const can = useCan();
  const { here, session } = usePage<typeof frameGrammar & typeof channelsGrammar>();
  const call = themeOf(bot.id);
  const { values, errors, failed, code } = useOwnForm(call);
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const languages = [
    ...new Set([...bot.languages, ...Object.keys(theme.greeting ?? {}), ...Object.keys(theme.placeholder ?? {})]),
  ];
  const stored = (name: string): string => {
    const [outer = "", language] = name.split(".");
    const value = (theme as Record<string, unknown>)[outer];
    if (language) return (value as Record<string, string> | undefined)?.[language] ?? "";
    return value == null ? "" : String(value as string | number);
  };
  const shown = (name: string) => values[name] ?? stored(name);
  const first = languages[0] ?? "en";
  const [look, setLook] = useState<Look>(() => lookOf(shown, first, theme, bot.name));
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const field = (event.target as HTMLInputElement).name;
    const language = /^(?:greeting|placeholder)\.(.+)$/.exec(field)?.[1] ?? first;
    setLook(lookOf((name) => String(form.get(name) ?? ""), language, theme, bot.name));
  };
  const fixed = !can("update", "Theme") || bot.state === "archived";
  return (
    <div className="bc-theme">
      <ActionForm
        call={call}
        method="PUT"
        page={`${here({ do: undefined, token: undefined })}#theme`}
        revision={String(theme.revision)}
        done="saved"
        onInput={follow}
      >
        <fieldset className="bc-all stack" disabled={fixed}>
          {failed && (
            <Notice tone={code === "stale" ? "warn" : "bad"} focus title={t("channels.notDone")}>
              {code === "stale" ? t("bot.stale") : failed}
            </Notice>
          )}
          <Field
            label={t("channels.shownName")}
            name="name"
            maxLength={60}
            autoComplete="off"
            placeholder={bot.name}
            defaultValue={shown("name")}
            help={t("channels.shownNameHelp")}
            error={errors.name}
          />
          <div className="bc-colours">
            {COLOURS.map((name) => (
              <Field
                key={name}
                label={t(`channels.c.${name}`) /* i18n: channels.c.* */}
                type="color"
                name={name}
                defaultValue={shown(name)}
                error={errors[name]}
              />
            ))}
          </div>
          <div className="pair">
            <Field
              label={t("channels.radius")}
              type="number"
              name="radius"
              min={0}
              max={24}
              defaultValue={shown("radius")}
              unit="px"
              error={errors.radius}
            />
            <Select
              label={t("channels.position")}
              name="position"
              defaultValue={shown("position")}
              error={errors.position}
              // i18n: channels.p.*
              options={(["right", "left"] as const).map((value) => ({ value, label: t(`channels.p.${value}`) }))}
            />
          </div>
          {/* i18n: channels.greeting channels.placeholder */}
          {TEXTS.map((text) =>
            languages.map((language) => (
              <Field
                key={`${text}.${language}`}
                label={t(`channels.${text}`, { language: names.of(language) ?? language })}
                name={`${text}.${language}`}
                maxLength={300}
                autoComplete="off"
                dir="auto"
                defaultValue={shown(`${text}.${language}`)}
                error={errors[`${text}.${language}`] ?? errors[`${text}.${language}.value`]}
              />
            )),
          )}
          <Select
            label={t("channels.persistence")}
            name="persistence"
            defaultValue={shown("persistence")}
            help={t("channels.persistenceHelp")}
            error={errors.persistence}
            // i18n: channels.k.*
            options={(["local", "session", "memory"] as const).map((value) => ({
              value,
              label: t(`channels.k.${value}`),
            }))}
          />
          <Field
            label={t("channels.phone")}
            name="phone"
            type="tel"
            maxLength={30}
            autoComplete="off"
            dir="ltr"
            defaultValue={shown("phone")}
            help={t("channels.phoneHelp")}
            error={errors.phone}
          />
          <p className="row">
            <Button type="submit" variant="primary">
              {t("channels.saveTheme")}
            </Button>
          </p>
        </fieldset>
      </ActionForm>
      <ThemePreview look={look} />
    </div>
  );
}
