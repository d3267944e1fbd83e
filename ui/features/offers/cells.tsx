/** What shows an offer's state, money and times. */
import { Pill } from "../../components";
import { useText } from "../../lib/i18n";
import type { Offer } from "./types";

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
