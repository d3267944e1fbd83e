/** What shows an offer's state, and what it lacks. */
import { Notice, Pill } from "../../components";
import { useText } from "../../lib/i18n";
import type { TextFunction } from "../../lib/messages";
import { PageLink, usePage } from "../../page";
import type { offerGrammar, Tab } from "./query";
import type { Offer, WholeOffer } from "./types";

const TONES: Readonly<Record<string, "good" | "warn" | "bad" | "acc" | "quiet">> = {
  running: "good",
  paused: "warn",
  pending_approval: "warn",
  scheduled: "acc",
  sent: "acc",
};

/** The state of an offer. */
export function StatePill({ offer }: { offer: Pick<Offer, "state"> }) {
  const t = useText();
  return <Pill tone={TONES[offer.state] ?? "quiet"}>{t(`offers.s.${offer.state}`) /* i18n: offers.s.* */}</Pill>;
}

/** What would keep its messages from being sent by now; nothing where nothing would. */
export function Unsent({ offer }: { offer: Pick<WholeOffer, "warning"> }) {
  const t = useText();
  return (
    offer.warning && (
      <Notice tone="warn" title={offer.warning}>
        {t("offers.unsent")}
      </Notice>
    )
  );
}

const FAILURES = ["550", "551", "552", "553", "interrupted", "no_answer"];

/** Why a message failed, in words where its code has some. */
export const failureText = (code: string, t: TextFunction) =>
  FAILURES.includes(code) ? t(`offers.fail.${code}`) /* i18n: offers.fail.* */ : t("offers.failCode", { code });

/** The tab on which a field is; all others are with the message. */
const TAB_OF: Readonly<Record<string, Tab>> = { start: "schedule", end: "schedule", audience: "audience" };

/** What keeps a draft from being submitted, each with the way to it. i18n: offers.check.* */
export const lacks = (offer: Pick<WholeOffer, "checks">, audience: readonly string[] = []): [string, Tab][] => [
  ...new Map(
    Object.entries({ ...offer.checks, audience }).flatMap(([field, texts]) =>
      texts.map((text): [string, Tab] => [text, TAB_OF[field] ?? "message"]),
    ),
  ),
];

/** The list of what is still to do; nothing where the draft can be submitted. */
export function Missing({ offer, audience }: { offer: WholeOffer; audience?: readonly string[] }) {
  const t = useText();
  const { here } = usePage<typeof offerGrammar>();
  const rows = lacks(offer, audience);
  return (
    rows.length > 0 && (
      <Notice title={t("offers.toDo")}>
        <ul className="of-missing">
          {rows.map(([text, tab]) => (
            <li key={text}>
              <PageLink to={here({ tab, do: undefined })}>{text}</PageLink>
            </li>
          ))}
        </ul>
      </Notice>
    )
  );
}
