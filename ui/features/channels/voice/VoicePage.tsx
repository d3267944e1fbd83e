/** A bot on the telephone: its number, how it speaks and listens, and a telephone to try it with. */
import { Notice, Trouble, useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { BotFrame } from "../../bots/layout/BotFrame";
import { voiceApi, type Voice } from "./api";
import { Numbers } from "./Numbers";
import "./bot-voice.css";

// Forms, which work as the server wrote them.
const Parts = later(() => import("./parts"), "Parts");
const SideParts = later(() => import("./parts"), "SideParts");
const PhoneCard = later(() => import("./PhoneCard"), "PhoneCard");

/** The page. */
export default function VoicePage() {
  return <BotFrame>{(bot) => <OnTelephone bot={bot} />}</BotFrame>;
}

/** The number above, the settings, and beside them the telephone. */
function OnTelephone({ bot }: { bot: Bot }) {
  const can = useCan();
  const result = voiceApi.useVoiceQuery(bot.id);
  const may = can("publish", "Bot") && bot.state !== "archived";
  const voice = result.data;
  const part = voice && { bot, voice, fixed: !may };
  return (
    <Guarded className="stack">
      <Trouble of={result} />
      {voice && <Numbers bot={bot} voice={voice} mayTry={may} />}
      {voice && <Warnings voice={voice} />}
      {part && (
        <div className="columns bv" key={voice.revision}>
          <div className="stack">
            <Parts {...part} />
          </div>
          <div className="stack">
            {may && <PhoneCard bot={bot} voice={voice} />}
            <SideParts {...part} />
          </div>
        </div>
      )}
    </Guarded>
  );
}

/** What callers would notice. */
function Warnings({ voice }: { voice: Voice }) {
  const t = useText();
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const warnings = voice.warnings.filter(({ code }) => code !== "no_number");
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" title={t("voice.warnings", { n: warnings.length })}>
      <ul className="bv-warnings">
        {warnings.map(({ code, language, text }, at) => (
          <li key={at}>
            {/* i18n: voice.w.* */}
            {t(`voice.w.${code}`, { language: language ? (names.of(language) ?? language) : "", text: text ?? "" })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
