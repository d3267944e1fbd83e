/** The cards with a bot's voice: languages, prompts, listening, consent, transfer, keys, pronunciation, phrases. */
import { Field, Select, TextArea } from "../../../components/fields";
import { HoursFields } from "../../../components/fields/HoursFields";
import type { BusinessHours } from "../../../components/fields/hours";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { HearButton } from "./HearButton";
import { ListeningLine } from "./ListeningLine";
import { Switch, VoiceForm, type Part } from "./VoiceForm";

/** A prompt that takes longer is interrupted. */
const LONG_MS = 6000;
/** Rows that stand ready to be filled in. */
const READY = 2;
const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0"] as const;
/** Prompts that have a card of their own. */
const ELSEWHERE = new Set(["consent"]);

/** The cards of the wide column. */
export function Parts(part: Part) {
  return (
    <>
      <Languages {...part} />
      <Prompts {...part} />
      <Listening {...part} />
      <Consent {...part} />
      <Transfer {...part} />
      <Phrases {...part} />
    </>
  );
}

/** The cards below the telephone. */
export function SideParts(part: Part) {
  return (
    <>
      <Keys {...part} />
      <Lexicon {...part} />
    </>
  );
}

/** What a language is called. */
function useLanguage() {
  const { session } = usePage();
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  return (language: string) => names.of(language) ?? language;
}

/** What the provider calls a language, and by which voice it speaks. */
function Languages(part: Part) {
  const t = useText();
  const f = useFormat();
  const name = useLanguage();
  const { voice } = part;
  return (
    <VoiceForm {...part} id="languages" title={t("voice.languages")} lead={t("voice.languagesLead")}>
      {({ errors }) => (
        <>
          <Select
            label={t("voice.first")}
            name="language"
            defaultValue={voice.language ?? ""}
            options={[
              { value: "", label: t("voice.firstOfBot") },
              ...voice.languages.map((language) => ({ value: language, label: name(language) })),
            ]}
          />
          {voice.languages.map((language, at) => {
            const match = voice.voices.find((voice) => voice.language === language);
            const of = (field: string) => `voices.${at}.${field}`;
            const heard = voice.figures?.recognition.find((entry) => entry.language === language);
            return (
              <fieldset className="group" key={language}>
                <legend>
                  {name(language)}{" "}
                  {heard && (
                    <span className="small quiet">
                      {t("voice.recognition", { share: f.percent(heard.confidence * 100) })}
                    </span>
                  )}
                </legend>
                <input type="hidden" name={of("language")} value={language} />
                <div className="pair">
                  <Field
                    label={t("voice.locale")}
                    name={of("locale")}
                    dir="ltr"
                    maxLength={20}
                    defaultValue={match?.locale ?? ""}
                    placeholder={voice.locales[language]}
                  />
                  <Field
                    label={t("voice.voice")}
                    name={of("voice")}
                    dir="ltr"
                    maxLength={60}
                    defaultValue={match?.voice ?? ""}
                    placeholder={t("voice.providersOwn")}
                  />
                </div>
                <TextArea
                  label={t("voice.hints")}
                  name={`${of("hints")}[]`}
                  rows={2}
                  dir="auto"
                  defaultValue={(match?.hints ?? []).join("\n")}
                  help={t("voice.hintsHelp")}
                  error={errors[of("hints")]}
                />
              </fieldset>
            );
          })}
        </>
      )}
    </VoiceForm>
  );
}

/** What calls say beside the flow, with how long it takes. */
function Prompts(part: Part) {
  const t = useText();
  const f = useFormat();
  const name = useLanguage();
  const { voice } = part;
  const prompts = [...new Set(voice.sentences.map((prompt) => prompt.name))].filter((prompt) => !ELSEWHERE.has(prompt));
  return (
    <VoiceForm
      {...part}
      id="prompts"
      title={t("voice.prompts")}
      lead={t("voice.promptsLead")}
      foot={t("voice.promptsFoot")}
    >
      {({ errors }) => (
        <details open={Object.keys(errors).length > 0}>
          <summary>{t("voice.promptsShow", { n: prompts.length })}</summary>
          <div className="stack bv-prompts">
            {prompts.map((prompt) => (
              <fieldset className="group" key={prompt}>
                <legend>{t(`voice.p.${prompt}`) /* i18n: voice.p.* */}</legend>
                {voice.languages.map((language) => {
                  const spoken = voice.sentences.find(
                    (spoken_) => spoken_.name === prompt && spoken_.language === language,
                  );
                  const field = `prompts.${prompt}.${language}`;
                  return (
                    <div className="bv-prompt" key={language}>
                      <Field
                        label={name(language)}
                        name={field}
                        dir="auto"
                        maxLength={500}
                        defaultValue={voice.prompts[prompt]?.[language] ?? ""}
                        placeholder={spoken?.text ?? ""}
                        aside={
                          <span className={(spoken?.ms ?? 0) > LONG_MS ? "num bv-long" : "num quiet"}>
                            {t("voice.about", { time: f.duration(spoken?.ms ?? null) })}
                          </span>
                        }
                      />
                      <HearButton text={spoken?.text ?? ""} locale={language} />
                    </div>
                  );
                })}
              </fieldset>
            ))}
          </div>
        </details>
      )}
    </VoiceForm>
  );
}

/** How answers are waited for; the line of time is drawn from the numbers under it. */
function Listening(part: Part) {
  const t = useText();
  const { voice } = part;
  return (
    <VoiceForm {...part} id="listening" title={t("voice.listening")} lead={t("voice.listeningLead")}>
      <ListeningLine voice={voice} />
      <div className="bv-numbers-4 rows gap-12">
        <NumberField name="no_input_s" value={voice.no_input_s} max={30} />
        <NumberField name="speech_end_s" value={voice.speech_end_s} min={0} max={10} />
        <NumberField name="reprompts" value={voice.reprompts} min={0} max={3} />
        <NumberField name="max_minutes" value={voice.max_minutes} max={60} />
      </div>
      <Switch name="barge_in" label={t("voice.bargeIn")} on={voice.barge_in} />
      <Switch name="keys" label={t("voice.keysSaid")} on={voice.keys} />
    </VoiceForm>
  );
}

/** A whole number with its unit. */
function NumberField(props: { name: string; value: number; min?: number; max: number }) {
  const { name, value, min = 1, max } = props;
  const t = useText();
  return (
    <Field
      label={t(`voice.f.${name}`) /* i18n: voice.f.* */}
      name={name}
      type="number"
      min={min}
      max={max}
      unit={t(`voice.u.${name}`) /* i18n: voice.u.* */}
      defaultValue={String(value)}
    />
  );
}

/** Whether calls are recorded, what is said of it, and how long recordings are kept. */
function Consent(part: Part) {
  const t = useText();
  const f = useFormat();
  const name = useLanguage();
  const { consent, languages, sentences, kept_days, figures } = part.voice;
  const { with_consent, refused } = figures ?? {};
  const share = with_consent && refused != null ? f.percent((refused / with_consent) * 100) : null;
  const foot =
    consent.version > 0 && consent.since
      ? [
          t("voice.consentVersion", { n: consent.version, at: f.date(consent.since) }),
          share && with_consent ? t("voice.refusedIn", { n: with_consent, share }) : "",
        ].join(" ")
      : undefined;
  return (
    <VoiceForm {...part} id="consent" title={t("voice.consent")} {...(foot && { foot })}>
      <div className="pair">
        <Select
          label={t("voice.record")}
          name="consent.mode"
          defaultValue={consent.mode}
          options={(["off", "announce", "ask"] as const).map((value) => ({
            value,
            label: t(`voice.mode.${value}`), // i18n: voice.mode.*
          }))}
        />
        <NumberField name="kept_days" value={kept_days} max={400} />
      </div>
      {languages.map((language) => {
        const field = `consent.text.${language}`;
        const text = sentences.find((spoken) => spoken.name === "consent" && spoken.language === language)?.text ?? "";
        return (
          <Field
            key={language}
            label={t("voice.consentText", { language: name(language) })}
            name={field}
            dir="auto"
            maxLength={500}
            defaultValue={consent.text[language] ?? ""}
            placeholder={text}
          />
        );
      })}
      <p className="small quiet">{t("voice.masked")}</p>
    </VoiceForm>
  );
}

/** Whom calls go to, and when. */
function Transfer(part: Part) {
  const t = useText();
  const { voice } = part;
  return (
    <VoiceForm
      {...part}
      id="transfer"
      title={t("voice.transfer")}
      lead={t(voice.is_open ? "voice.openNow" : "voice.closedNow")}
    >
      {(own) => (
        <>
          <div className="pair">
            <Field
              label={t("voice.transferNumber")}
              name="transfer_number"
              dir="ltr"
              maxLength={40}
              autoComplete="off"
              defaultValue={voice.transfer_number}
              help={t("voice.transferHelp")}
            />
            <NumberField name="ring_s" value={voice.ring_s} min={5} max={120} />
          </div>
          <details open={voice.hours !== null || Boolean(own.errors.week)}>
            <summary>{t("voice.hours")}</summary>
            <HoursFields
              as="rows"
              hours={voice.hours as BusinessHours | null}
              legend={t("voice.hoursWhen")}
              help={t("voice.hoursHelp")}
              without={t("voice.hoursOfBot")}
            />
          </details>
        </>
      )}
    </VoiceForm>
  );
}

/** What keys do where no options are open. */
function Keys(part: Part) {
  const t = useText();
  const { dtmf } = part.voice;
  return (
    <VoiceForm {...part} id="keys" title={t("voice.keys")} lead={t("voice.keysLead")}>
      <div className="bv-keys rows gap-12" dir="ltr">
        {KEYS.map((key) => (
          <Field
            key={key}
            label={key}
            name={`dtmf.${key}`}
            dir="auto"
            maxLength={80}
            defaultValue={dtmf[key] ?? ""}
            placeholder={t("voice.notUsed")}
          />
        ))}
      </div>
      <p className="small quiet">{t("voice.keysHelp")}</p>
    </VoiceForm>
  );
}

/** How hard words are said. */
function Lexicon(part: Part) {
  const t = useText();
  const { lexicon } = part.voice;
  const rows = [...lexicon, ...Array.from({ length: READY }, () => ({ word: "", say: "" }))];
  return (
    <VoiceForm {...part} id="lexicon" title={t("voice.lexicon")} lead={t("voice.words", { n: lexicon.length })}>
      {rows.map(({ word, say }, at) => (
        <div className="pair" key={at}>
          {(["word", "say"] as const).map((field) => (
            <Field
              key={field}
              label={t(`voice.${field}`) /* i18n: voice.word voice.say */}
              name={`lexicon.${at}.${field}`}
              dir="auto"
              maxLength={80}
              defaultValue={{ word, say }[field]}
            />
          ))}
        </div>
      ))}
      <p className="small quiet">{t("voice.lexiconHelp")}</p>
    </VoiceForm>
  );
}

/** Phrases that calls are searched for. */
function Phrases(part: Part) {
  const t = useText();
  const { phrases } = part.voice;
  const rows = [...phrases, { name: "", by: "bot", phrases: [] as string[] }];
  return (
    <VoiceForm {...part} id="phrases" title={t("voice.phrases")} lead={t("voice.phrasesLead")}>
      {({ errors }) => (
        <>
          {rows.map((list, at) => {
            const of = (field: string) => `phrases.${at}.${field}`;
            return (
              <div className="bv-phrases" key={at}>
                <Field
                  label={t("voice.list")}
                  name={of("name")}
                  dir="auto"
                  maxLength={60}
                  defaultValue={list.name}
                  error={errors[of("name")] ?? (at === 0 ? errors.phrases : undefined)}
                />
                <Select
                  label={t("voice.by")}
                  name={of("by")}
                  defaultValue={list.by}
                  options={(["bot", "caller"] as const).map((value) => ({
                    value,
                    label: t(`voice.by.${value}`), // i18n: voice.by.*
                  }))}
                />
                <TextArea
                  label={t("voice.phrasesOf")}
                  name={`${of("phrases")}[]`}
                  rows={3}
                  dir="auto"
                  defaultValue={list.phrases.join("\n")}
                  error={errors[of("phrases")]}
                />
              </div>
            );
          })}
          <p className="small quiet">{t("voice.phrasesHelp")}</p>
        </>
      )}
    </VoiceForm>
  );
}
