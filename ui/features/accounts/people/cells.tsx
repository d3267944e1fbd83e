/** What identifies a person: their face and their state. */
import { Avatar, Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { Member } from "./types";

const TONES = {
  expired: "bad",
  active: "good",
  open: "warn",
  locked: "bad",
  suspended: "quiet",
  deactivated: "quiet",
} as const;

/** The face of a person. */
export function Face({ member, size }: { member: Pick<Member, "full_name" | "avatar">; size: 28 | 32 | 72 }) {
  return <Avatar name={member.full_name} size={size} src={member.avatar} />;
}

/** The state of a person. */
export function State({ member }: { member: Member }) {
  const t = useText();
  if (member.deleted_at) return <Pill tone="bad">{t("people.s.deleted")}</Pill>;
  // Of who has not joined, what became of their invitation.
  const state = member.invitation ?? member.state;
  return (
    <Pill tone={TONES[state as keyof typeof TONES] ?? "quiet"}>{t(`people.s.${state}`) /* i18n: people.s.* */}</Pill>
  );
}
