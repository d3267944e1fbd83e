/** What is sent: name and goal, the message in each language, a second one to compare with, and how it looks. */
import { useState } from "react";
import { Card, Notice, PageLink, Segments } from "../../components";
import { Field, Select } from "../../components/fields";
import { CountedTextArea } from "../../components/fields/CountedTextArea";
import { useFieldError } from "../../components/forms/typed";
import { useFormat, useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { usePage } from "../../page";
import { OfferForm } from "./OfferForm";
import type { offerGrammar } from "./query";
import { FEWEST, isOpen, TYPES, VARIABLES, type WholeOffer } from "./types";

/** The languages offered for messages; others that are used already come after. */
const LANGUAGES = ["en", "hi", "ar"];
const IDS = ["a", "b", "c", "d"] as const;
type Texts = Readonly<Record<string, { subject?: string; text?: string }>>;

/** One of the messages that are compared, or the only one. */
interface Part {
  id: (typeof IDS)[number];
  /** The name of its fields. */
  base: string;
  texts: Texts;
  weight: number;
}

/** The messages of an offer, and those that are about to be written: up to the one the address asks for. */
function partsOf({ message, variants }: WholeOffer, wish: string): Part[] {
  const count = Math.max(variants.length, IDS.findIndex((id) => id === wish) + 1);
  if (count < 2) return [{ id: "a", base: "message", texts: message as Texts, weight: 1 }];
  return IDS.slice(0, count).map((id, place) => {
    const stored = variants[place];
    return {
      id: (stored?.id as Part["id"] | undefined) ?? id,
      base: `variants.${place}.message`,
      texts: (stored?.message ?? (place === 0 ? message : {})) as Texts,
      weight: stored?.weight ?? 1,
    };
  });
}

/** The tab. */
export function Message({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const { query, here, session } = usePage<typeof offerGrammar>();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const parts = partsOf(offer, query.variant);
  const isCompared = parts.length > 1;
  const used = [...new Set(parts.flatMap((part) => Object.keys(part.texts)))];
  const languages = [...LANGUAGES, ...used.filter((code) => !LANGUAGES.includes(code))];
  const first = used[0] ?? "en";
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  const value = (name: string, stored: string | undefined) => typed[name] ?? stored ?? "";
  const previews = parts
    .flatMap(({ id, base, texts }) =>
      languages.map((code) => ({
        at: `${base}.${code}`,
        code,
        label: `${isCompared ? `${id.toUpperCase()} · ` : ""}${languageName(code, session.locale)}`,
        subject: value(`${base}.${code}.subject`, texts[code]?.subject),
        text: value(`${base}.${code}.text`, texts[code]?.text),
      })),
    )
    .filter(({ subject, text }) => subject || text);
  const next = IDS[parts.length];
  return (
    <div className="columns of-sides">
      <div className="stack" onInput={(event) => note(event.target as HTMLInputElement, setTyped)}>
        <OfferForm offer={offer} title={t("offers.tab.message")} then={here({ do: undefined, variant: undefined })}>
          <Head offer={offer} />
          {parts.map((part, place) =>
            isCompared ? (
              <fieldset className="group stack" key={part.id}>
                <legend>{t("offers.messageOf", { letter: part.id.toUpperCase() })}</legend>
                {place > 0 && <p className="field-help">{t("offers.secondHelp")}</p>}
                <input type="hidden" name={`variants.${place}.id`} value={part.id} />
                <Field
                  label={t("offers.weight")}
                  name={`variants.${place}.weight`}
                  inputMode="numeric"
                  maxLength={3}
                  unit={t("offers.shareOf", { n: Math.round((part.weight / whole) * 100) })}
                  defaultValue={String(part.weight)}
                  {...(place === 0 && { help: t("offers.weightHelp") })}
                />
                <Languages {...{ part, languages, used, first, offer }} />
                <Lacking part={part} used={used} />
              </fieldset>
            ) : (
              <Languages key={part.id} {...{ part, languages, used, first, offer }} />
            ),
          )}
          {isCompared && <p className="field-help">{t("offers.winnerRule", { n: FEWEST })}</p>}
          <p className="field-help">
            {t("offers.variables")} <bdi dir="ltr">{VARIABLES.map((name) => `{{${name}}}`).join(" ")}</bdi>
          </p>
        </OfferForm>
        {isOpen(offer) &&
          (isCompared ? (
            next && (
              <p>
                <PageLink to={here({ variant: next, tab: "message" })}>
                  {t("offers.addMessage", { letter: next.toUpperCase() })}
                </PageLink>
              </p>
            )
          ) : (
            <div>
              <Segments
                label={t("offers.ab")}
                items={[
                  { label: t("offers.oneMessage"), to: here({ variant: undefined }), current: true },
                  { label: t("offers.twoMessages"), to: here({ variant: "b", tab: "message" }), current: false },
                ]}
              />
            </div>
          ))}
      </div>
      <Card title={t("offers.preview")} className="of-preview">
        {previews.length === 0 && <p className="quiet">—</p>}
        {previews.map((preview) => (
          <Preview key={preview.at} {...preview} label={previews.length > 1 ? preview.label : ""} offer={offer} />
        ))}
        <p className="small quiet">{t(offer.channel === "email" ? "offers.previewNote" : "offers.previewExample")}</p>
      </Card>
    </div>
  );
}

/** A message in each language; the first and those that any message has are open. */
function Languages({
  part,
  languages,
  used,
  first,
  offer,
}: {
  part: Part;
  languages: readonly string[];
  used: readonly string[];
  first: string;
  offer: WholeOffer;
}) {
  const { session } = usePage();
  return languages.map((code) => (
    <Texts
      key={code}
      base={`${part.base}.${code}`}
      open={code === first || used.includes(code)}
      name={languageName(code, session.locale)}
      texts={part.texts[code]}
      offer={offer}
    />
  ));
}

/** The languages that another message has and this one lacks. */
function Lacking({ part, used }: { part: Part; used: readonly string[] }) {
  const t = useText();
  const f = useFormat();
  const { session } = usePage();
  const missing = used.filter((code) => !part.texts[code]);
  if (missing.length === 0 || Object.keys(part.texts).length === 0) return null;
  return (
    <Notice tone="warn">
      {t("offers.lacksLanguage", {
        letter: part.id.toUpperCase(),
        languages: f.list(missing.map((code) => languageName(code, session.locale))),
      })}
    </Notice>
  );
}

type SetTyped = (change: (before: Readonly<Record<string, string>>) => Readonly<Record<string, string>>) => void;

/** Keep what is typed for the preview. */
const note = ({ name, value }: HTMLInputElement, setTyped: SetTyped) =>
  setTyped((before) => ({ ...before, [name]: value }));

/** What the offer is called, its type and what counts as success. */
function Head({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const goals = offer.goals.map((goal) => ({ value: goal, label: goal }));
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
  offer: WholeOffer;
}

/** Subject and text in one language. */
function Texts({ base, open, name, texts, offer }: TextsProps) {
  const error = useFieldError(base);
  const textError = useFieldError(`${base}.text`);
  const t = useText();
  return (
    <details className="of-language" open={open || Boolean(error)}>
      <summary>{name}</summary>
      <div className="stack">
        {offer.channel === "email" && (
          <Field
            label={t("offers.subject")}
            name={`${base}.subject`}
            maxLength={150}
            dir="auto"
            autoComplete="off"
            defaultValue={texts?.subject ?? ""}
          />
        )}
        <CountedTextArea
          label={t("offers.text")}
          name={`${base}.text`}
          rows={5}
          maxLength={offer.longest}
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
      {offer.channel === "email" && (
        <p className="of-mail-subject" dir="auto">
          <strong>{filled(subject) || "—"}</strong>
        </p>
      )}
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
