/** One theme: its form, what it looks like, and whether its texts can be read. */
import { useRef, useState, type ReactNode } from "react";
import { ActionForm, Card, Notice, useCan } from "../../../components";
import { Field } from "../../../components/fields";
import { ReasonedButton } from "../../../components/buttons/ReasonedButton";
import { useScripted } from "../../../hooks/useScripted";
import { useText } from "../../../lib/i18n";
import { localMinute } from "../../../lib/localMinute";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { frameGrammar } from "../../bots/layout/query";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { Refusal } from "../../../components/forms/Refusal";
import { schedulesOf, themeOf, type Removed, type Schedule, type Theme } from "./api";
import { contrastsOf, LEAST, type Repair } from "./contrasts";
import { ContrastCard } from "./ContrastCard";
import { draftOf, textIn } from "./draft";
import type { themeGrammar } from "./query";
import { ThemeFields } from "./ThemeFields";
import type {} from "../../../components/forms/useOwnForm";

const PreviewCard = later(() => import("./PreviewCard"), "PreviewCard");

interface Props {
  bot: Bot;
  theme: Theme;
  /** The theme for a while that is edited; `new` is one to be made, null the one of the versions. */
  schedule: Schedule | "new" | null;
  /** The clock on which its time is given. */
  zone: string;
  children: ReactNode;
}

/** The call that saves a theme, and its page. */
function useCall({ bot, theme, schedule }: Props) {
  const { here } = usePage<typeof frameGrammar & typeof themeGrammar>();
  const page = `${here({ do: undefined })}#theme`;
  if (schedule === null)
    return { call: themeOf(bot.id), method: "PUT", page, revision: String(theme.revision) } as const;
  if (schedule === "new") {
    const then = `${here({ do: undefined, look: undefined })}#schedules`;
    return { call: schedulesOf(bot.id), method: "POST", page, then } as const;
  }
  const call = `${schedulesOf(bot.id)}/${schedule.id}`;
  return { call, method: "PUT", page, revision: String(schedule.revision) } as const;
}

/** The form, and beside it what comes of it. */
export function ThemeEditor(props: Props) {
  const { bot, theme, schedule, children } = props;
  const t = useText();
  const can = useCan();
  const scripted = useScripted();
  const form = useRef<HTMLDivElement>(null);
  const call = useCall(props);
  const { values, errors } = useOwnForm(call.call);
  const values0 = typeof schedule === "object" && schedule ? { ...theme, ...schedule.theme } : theme;
  const languages = [...new Set([...bot.languages, ...Object.keys(values0.greeting ?? {})])];
  const fieldName = (name: string) => (schedule ? `theme.${name}` : name);
  const valueOf = (name: string) => values[fieldName(name)] ?? textIn(values0, name);
  const [draft, setDraft] = useState(() => draftOf(valueOf, languages, bot.name));
  const follow = () => {
    const data = new FormData(form.current!.querySelector("form")!);
    setDraft(draftOf((name) => String(data.get(fieldName(name)) ?? ""), languages, bot.name));
  };
  const repair = ({ field, colour }: Repair) => {
    const input = form.current!.querySelector<HTMLInputElement>(`input[name="${fieldName(field)}"]`)!;
    input.value = colour;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const contrasts = contrastsOf(draft);
  const isLow = contrasts.some(({ ratio }) => ratio < LEAST);
  const fixed = !can(schedule === "new" ? "create" : "update", "Theme") || bot.state === "archived";
  return (
    <div className="th-grid">
      <PreviewCard theme={draft} />
      <div ref={form} className="th-form">
        <Card
          id="theme"
          title={
            schedule === "new" ? t("themes.newTitle") : schedule ? <bdi>{schedule.title}</bdi> : t("themes.standard")
          }
          lead={t(schedule ? "themes.whileLead" : "themes.standardLead")}
        >
          <ActionForm {...call} done={schedule === "new" ? "scheduled" : "saved"} onInput={follow}>
            <fieldset className="stack" disabled={fixed}>
              <Refusal title={t("themes.notSaved")} />
              <LeftOut />
              {schedule && <When {...props} />}
              <ThemeFields
                bot={bot.name}
                languages={languages}
                fieldName={fieldName}
                current={valueOf}
                error={(name) => errors[fieldName(name)] ?? errors[`${fieldName(name)}.value`]}
              />
              <ReasonedButton type="submit" variant="primary" reason={scripted && isLow ? t("themes.blocked") : null}>
                {t(schedule === "new" ? "themes.schedule" : "themes.save")}
              </ReasonedButton>
            </fieldset>
          </ActionForm>
        </Card>
      </div>
      <div className="th-more stack">
        <ContrastCard contrasts={contrasts} fixed={fixed} onRepair={repair} />
        {children}
      </div>
    </div>
  );
}

/** What the server has left out of the dealer's own CSS. */
function LeftOut() {
  const t = useText();
  const { form } = usePage();
  const removed = (form?.answer as { removed_css?: readonly Removed[] } | undefined)?.removed_css;
  if (!removed?.length) return null;
  return (
    <Notice tone="warn" focus title={t("themes.leftOut", { n: removed.length })}>
      <ul className="th-removed">
        {removed.map(({ what, why }, at) => (
          <li key={at}>
            <code dir="ltr">{what}</code> {t(`themes.why.${why}`) /* i18n: themes.why.* */}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** What a theme for a while is called, and when it is shown. */
function When({ schedule, zone }: Props) {
  const t = useText();
  const existing = schedule === "new" ? null : schedule;
  return (
    <>
      <Field
        label={t("themes.title")}
        name="title"
        defaultValue={existing?.title}
        required
        maxLength={60}
        autoComplete="off"
        help={t("themes.titleHelp")}
      />
      <div className="th-pair">
        {(["from", "to"] as const).map((name) => (
          <Field
            key={name}
            label={t(`themes.${name}`) /* i18n: themes.from themes.to */}
            name={name}
            type="datetime-local"
            required
            defaultValue={localMinute(existing?.[name], zone)}
            help={zone}
          />
        ))}
      </div>
    </>
  );
}
