/** A card with a part of a bot's voice, which is saved by itself. */
import type { ReactNode } from "react";
import { ActionForm, Button, Card } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { frameGrammar } from "../../bots/layout/query";
import { FormFields, type Fields } from "../../../components/forms/FormFields";
import { useFormState } from "../../../components/forms/typed";
import { Refusal } from "../../../components/forms/Refusal";
import { voiceOf, type Voice } from "./api";

/** What every part of the page is given. */
export interface Part {
  bot: Bot;
  voice: Voice;
  /** Whether it is only read. */
  fixed: boolean;
}

interface Props extends Part {
  id: string;
  title: string;
  lead?: string;
  foot?: ReactNode;
  children: Fields;
}

/** The card. */
export function VoiceForm({ bot, voice, fixed, id, title, lead, foot, children }: Props) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  return (
    <Card id={id} title={title} {...(lead && { lead })} {...(foot && { foot })}>
      <ActionForm
        call={voiceOf(bot.id)}
        method="PUT"
        page={`${here({ do: undefined })}#${id}`}
        revision={String(voice.revision)}
        done="saved"
      >
        <fieldset className="stack" disabled={fixed}>
          <Refusal title={t("voice.notSaved")} />
          <FormFields>{children}</FormFields>
          {!fixed && (
            <p className="row">
              <Button type="submit">{t("voice.save")}</Button>
            </p>
          )}
        </fieldset>
      </ActionForm>
    </Card>
  );
}

/** A box that is on or off. */
export function Switch({ name, label, on }: { name: string; label: string; on: boolean }) {
  const typed = useFormState().values[name];
  return (
    <label className="choice">
      <input type="hidden" name={name} value="0" />
      <input type="checkbox" name={name} value="1" defaultChecked={typed === undefined ? on : typed === "1"} />
      <span>{label}</span>
    </label>
  );
}
