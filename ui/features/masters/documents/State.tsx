/** The state of a document as a pill. */
import { Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { CustomerDocument } from "./api";

const TONES = { accepted: "good", rejected: "bad", expired: "quiet", needs_review: "warn" } as const;

export function State({ state }: { state: CustomerDocument["state"] }) {
  const t = useText();
  const tone = Object.hasOwn(TONES, state) ? TONES[state as keyof typeof TONES] : "acc";
  return <Pill tone={tone}>{t(`customerdocs.s.${state}`) /* i18n: customerdocs.s.* */}</Pill>;
}
