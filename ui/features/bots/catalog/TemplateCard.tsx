/** A template as one chooses it: what it is, a conversation with it as the engine holds it today, and what it knows. */
import { Icon } from "../../../components";
import { Facts } from "../../../components/Facts";
import { codeWords } from "../../../lib/codes";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Previews, Templates } from "./types";

type Template = Templates["items"][number];
type Preview = Previews["items"][number];

/** The card; its radio belongs to the form beside. */
export function TemplateCard({
  template,
  preview,
  chosen,
}: {
  template: Template;
  preview: Preview | undefined;
  chosen: boolean;
}) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  return (
    <section className="card nb-start">
      <label className="choice nb-pick">
        <input type="radio" name="template" value={template.id} form="new-bot" defaultChecked={chosen} />
        <b>{t(`newbot.t.${template.id}`) /* i18n: newbot.t.* */}</b>
      </label>
      <p className="quiet small">{t(`newbot.about.${template.id}`) /* i18n: newbot.about.* */}</p>
      {preview && <Talk preview={preview} label={t("newbot.preview", { name: t(`newbot.t.${template.id}`) })} />}
      {preview && (
        <Facts
          items={[
            [
              t("newbot.knows"),
              t("newbot.knowsText", { intents: preview.inside.intents, phrases: preview.inside.phrases }),
            ],
            [t("newbot.answers"), t("newbot.answersText", { n: preview.inside.answers })],
            [t("newbot.speaks"), template.languages.map((id) => names.of(id) ?? id).join(f.comma)],
          ]}
        />
      )}
    </section>
  );
}

/** The conversation, which scrolls by itself. */
function Talk({ preview, label }: { preview: Preview; label: string }) {
  const t = useText();
  return (
    // What scrolls must be reached by the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="nb-talk" role="group" aria-label={label} tabIndex={0}>
      {preview.messages.map((message, at) => (
        <div key={at} className={message.speaker}>
          <span className="sr">{t(message.speaker === "bot" ? "newbot.botSays" : "newbot.visitorSays")}</span>
          <p dir="auto">{message.text}</p>
          {message.options.length > 0 && (
            <ul>
              {message.options.map((option) => (
                <li key={option.id} className={option.chosen ? "chosen" : undefined}>
                  {option.chosen && <Icon name="check" size={14} />}
                  <bdi>{option.label}</bdi>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {preview.goals.map((goal) => (
        <p key={goal} className="goal">
          <Icon name="target" size={14} /> {t("newbot.goalReached")} {codeWords(goal)}
        </p>
      ))}
    </div>
  );
}
