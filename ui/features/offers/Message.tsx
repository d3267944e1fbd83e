/** What is sent: name and goal, the message in each language, a second one to compare with, and how it looks. */
import { useState } from "react";
import { Card, Segments } from "../../components";
import { Field, Select } from "../../components/fields";
import { CountedTextArea } from "../../components/fields/CountedTextArea";
import { useFieldError } from "../../components/forms/typed";
import { useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { usePage } from "../../page";
import { OfferForm } from "./OfferForm";
import type { offerGrammar } from "./query";
import { TYPES, VARIABLES, type WholeOffer } from "./types";

/** The languages offered for messages; others that are used already come after. */
const LANGUAGES = ["en", "hi", "ar"];
const LONGEST = 10_000;
type Texts = Readonly<Record<string, { subject?: string; text?: string }>>;

/** The tab. */
export function Message({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const { query, here, session } = usePage<typeof offerGrammar>();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const hasTwo = offer.variants.length > 0 || query.variant === "b";
  const message = (offer.variants[0]?.message ?? offer.message) as Texts;
  const used = Object.keys(message);
  const languages = [...LANGUAGES, ...used.filter((code) => !LANGUAGES.includes(code))];
  const first = used[0] ?? "en";
  const value = (name: string, stored: string | undefined) => typed[name] ?? stored ?? "";
  const base = hasTwo ? "variants.0.message" : "message";
  const second = (offer.variants[1]?.message ?? {}) as Texts;
  const previews = [{ base, stored: message, letter: "A · " }]
    .concat(hasTwo ? [{ base: "variants.1.message", stored: second, letter: "B · " }] : [])
    .flatMap(({ base: under, stored, letter }) =>
      languages.map((code) => ({
        at: `${under}.${code}`,
        code,
        label: `${hasTwo ? letter : ""}${languageName(code, session.locale)}`,
        subject: value(`${under}.${code}.subject`, stored[code]?.subject),
        text: value(`${under}.${code}.text`, stored[code]?.text),
      })),
    )
    .filter(({ subject, text }) => subject || text);
  return (
    <div className="columns of-sides">
      <div className="stack" onInput={(event) => note(event.target as HTMLInputElement, setTyped)}>
        <OfferForm offer={offer} title={t("offers.tab.message")}>
          <Head offer={offer} />
          {hasTwo && <input type="hidden" name="variants.0.id" value="a" />}
          {languages.map((code) => (
            <Texts
              key={code}

              base={`${base}.${code}`}
              open={code === first || used.includes(code)}
              name={languageName(code, session.locale)}
              texts={message[code]}
            />
          ))}
          {hasTwo && (
            <fieldset className="group stack">
              <legend>{t("offers.second")}</legend>
              <p className="field-help">{t("offers.secondHelp")}</p>
              <input type="hidden" name="variants.1.id" value="b" />
              {languages
                .filter((code) => code === first || used.includes(code))
                .map((code) => (
                  <Texts
                    key={code}

                    base={`variants.1.message.${code}`}
                    open
                    name={languageName(code, session.locale)}
                    texts={(offer.variants[1]?.message as Texts | undefined)?.[code]}
                  />
                ))}
            </fieldset>
          )}
          <p className="field-help">
            {t("offers.variables")} <bdi dir="ltr">{VARIABLES.map((name) => `{{${name}}}`).join(" ")}</bdi>
          </p>
        </OfferForm>
        {!hasTwo && (
          <div>
            <Segments
              label={t("offers.ab")}
              items={[
                { label: t("offers.oneMessage"), to: here({ variant: undefined }), current: true },
                { label: t("offers.twoMessages"), to: here({ variant: "b", tab: "message" }), current: false },
              ]}
            />
          </div>
        )}
      </div>
      <Card title={t("offers.preview")} className="of-preview">
        {previews.length === 0 && <p className="quiet">—</p>}
        {previews.map((preview) => (
          <Preview key={preview.at} {...preview} label={previews.length > 1 ? preview.label : ""} offer={offer} />
        ))}
        <p className="small quiet">{t("offers.previewNote")}</p>
      </Card>
    </div>
  );
}

type SetTyped = (change: (before: Readonly<Record<string, string>>) => Readonly<Record<string, string>>) => void;

/** Keep what is typed for the preview. */
const note = ({ name, value }: HTMLInputElement, setTyped: SetTyped) =>
  setTyped((before) => ({ ...before, [name]: value }));

/** What the offer is called, its type and what counts as success. */
function Head({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const goals = offer.goal === "visit" ? [] : [{ value: offer.goal, label: offer.goal }];
  return (
    <>
      <Field
        label={t("offers.name")}
        name="name"
        maxLength={60}
        autoComplete="off"
        dir="auto"
        defaultValue={offer.name}
      />
      <div className="pair">
        <Select
          label={t("offers.type")}
          name="type"
          defaultValue={offer.type}
          options={TYPES.map((type) => ({ value: type, label: t(`offers.t.${type}`) }))}
        />
        <Select
          label={t("offers.goal")}
          name="goal"
          defaultValue={offer.goal}
          options={[{ value: "visit", label: t("offers.visit") }, ...goals]}
        />
      </div>
      {offer.channel !== "email" && (
        <Select
          label={t("offers.sender")}
          name="bot"
          help={
            offer.channel === "web"
              ? t("offers.showerHelp")
              : t("offers.senderHelp", { channel: t(`channel.${offer.channel}`) })
          }
          defaultValue={offer.bot ?? ""}
          options={[
            { value: "", label: t("offers.noSender") },
            ...offer.senders.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  );
}

interface TextsProps {
  base: string;
  open: boolean;
  name: string;
  texts: { subject?: string; text?: string } | undefined;
}

/** Subject and text in one language. */
function Texts({ base, open, name, texts }: TextsProps) {
  const error = useFieldError(base);
  const textError = useFieldError(`${base}.text`);
  const t = useText();
  return (
    <details className="of-language" open={open || Boolean(error)}>
      <summary>{name}</summary>
      <div className="stack">
        <Field
          label={t("offers.subject")}
          name={`${base}.subject`}
          maxLength={150}
          dir="auto"
          autoComplete="off"
          defaultValue={texts?.subject ?? ""}
        />
        <CountedTextArea
          label={t("offers.text")}
          name={`${base}.text`}
          rows={6}
          maxLength={LONGEST}
          dir="auto"
          defaultValue={texts?.text ?? ""}
          error={textError ?? error}
        />
      </div>
    </details>
  );
}

const EXAMPLE_END = new Date("2026-12-15T12:00Z");
const EXAMPLE = {
  name: "Vikram Rathore",
  first_name: "Vikram",
  model: "Vela",
  registration: "MH 12 QT 4417",
  outlet: "Pune Baner",
};

interface PreviewProps {
  code: string;
  label: string;
  subject: string;
  text: string;
  offer: WholeOffer;
}

/** The message in one language as its reader sees it, with the values of an example. */
function Preview({ code, label, subject, text, offer }: PreviewProps) {
  const day = new Intl.DateTimeFormat(`${code}-IN-u-nu-latn`, {
    weekday: "short",
    day: "numeric",
    month: "long",
    timeZone: offer.zone,
  });
  const values = { ...EXAMPLE, until: day.format(offer.end ? new Date(offer.end) : EXAMPLE_END) };
  const filled = (words: string) =>
    words.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values[name as keyof typeof values] ?? whole);
  return (
    <section lang={code} dir="auto">
      {label && <p className="small quiet">{label}</p>}
      <p className="of-mail-subject" dir="auto">
        <strong>{filled(subject) || "—"}</strong>
      </p>
      <div className="of-mail" dir="auto">
        {filled(text)
          .split("\n\n")
          .map((part, index) => (
            <p key={index}>{part}</p>
          ))}
      </div>
    </section>
  );
}
