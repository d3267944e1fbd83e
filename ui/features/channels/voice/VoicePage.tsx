/** A bot on the telephone: its number, how it speaks and listens, and a telephone to try it with. */
import { LinkButton, Notice, Pill, Trouble, useCan } from "../../../components";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { later, usePage } from "../../../page";
import type { Bot } from "../../bots/catalog/api";
import { BotFrame } from "../../bots/layout/BotFrame";
import { addressOf } from "../../bots/layout/tab";
import { voiceApi, type Voice } from "./api";
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
      {voice && <Numbers bot={bot} voice={voice} />}
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

/** The numbers that people call, with their states. */
function Numbers({ bot, voice }: { bot: Bot; voice: Voice }) {
  const t = useText();
  const can = useCan();
  const tones: Readonly<Record<string, "good" | "warn" | "bad">> = {
    connected: "good",
    degraded: "warn",
    error: "bad",
  };
  return (
    <section className="card bv-numbers" aria-label={t("voice.numbers")}>
      {voice.numbers.length === 0 && (
        <div>
          <strong>{t("voice.noNumber")}</strong>
          <p className="small quiet">{t("voice.noNumberText")}</p>
        </div>
      )}
      {voice.numbers.map((number) => (
        <div key={number.id}>
          <strong dir="ltr">{number.account}</strong>
          <p className="small">
            {/* i18n: voice.s.* */}
            <Pill {...(tones[number.state] && { tone: tones[number.state]! })}>
              {t(`voice.s.${number.state}`)}
            </Pill>{" "}
            <span className="quiet">{t("voice.provider")}</span>{" "}
            {number.environment === "test" && <Pill>{t("voice.test")}</Pill>}
          </p>
        </div>
      ))}
      {can("read", "Deployment") && (
        <LinkButton to={`${addressOf(bot.id, "channels")}${voice.numbers.length ? "" : "?add=voice#new-account"}`}>
          {t(voice.numbers.length ? "voice.change" : "voice.addNumber")}
        </LinkButton>
      )}
    </section>
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
