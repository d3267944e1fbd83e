/** A card with a part of a bot's voice, which is saved by itself. */
import type { ReactNode } from "react";
import { ActionForm, Button, Card, Notice } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import type { frameGrammar } from "../../bots/layout/query";
import { useOwnForm, type Own } from "../../../components/forms/useOwnForm";
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
  /** What its fields' names are, or begin with before a dot. */
  owns: readonly string[];
  title: string;
  lead?: string;
  foot?: ReactNode;
  children: (own: Own) => ReactNode;
}

/** The card. */
export function VoiceForm({ bot, voice, fixed, id, owns, title, lead, foot, children }: Props) {
  const t = useText();
  const { here, form } = usePage<typeof frameGrammar>();
  const refused = useOwnForm(voiceOf(bot.id));
  // Each card is a form of the same call: its fields say which was sent.
  const isOwn = Object.keys(form?.values ?? {}).some((name) => owns.includes(name.split(".")[0]!));
  const own = isOwn ? refused : { values: {}, errors: {}, failed: null, code: null };
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
          {own.failed && (
            <Notice tone={own.code === "stale" ? "warn" : "bad"} focus title={t("voice.notSaved")}>
              {own.code === "stale" ? t("bot.stale") : own.failed}
            </Notice>
          )}
          {children(own)}
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
export function Switch({ name, label, on, own }: { name: string; label: string; on: boolean; own: Own }) {
  const typed = own.values[name];
  return (
    <label className="choice">
      <input type="hidden" name={name} value="0" />
      <input type="checkbox" name={name} value="1" defaultChecked={typed === undefined ? on : typed === "1"} />
      <span>{label}</span>
    </label>
  );
}
