/** What identifies a person: their face and their state. */
import { Avatar, Pill } from "../../../components";
import { useText } from "../../../lib/i18n";
import type { Member } from "./types";

/** Invitations that nobody can join by; they are sent again on the person's page. */
const LOST = ["expired", "revoked", "none"];
const TONES = { active: "good", invited: "warn", locked: "bad", suspended: "quiet", deactivated: "quiet" } as const;

/** The face of a person. */
export function Face({ member, size }: { member: Pick<Member, "full_name" | "avatar">; size: 28 | 32 | 72 }) {
  return <Avatar name={member.full_name} size={size} src={member.avatar} />;
}

/** The state of a person. */
export function State({ member }: { member: Member }) {
  const t = useText();
  if (member.deleted_at) return <Pill tone="bad">{t("people.s.deleted")}</Pill>;
  if (member.invitation && LOST.includes(member.invitation))
    return (
      <Pill tone={member.invitation === "expired" ? "bad" : "quiet"}>
        {t(`people.lost.${member.invitation}`) /* i18n: people.lost.* */}
      </Pill>
    );
  return (
    <Pill tone={TONES[member.state as keyof typeof TONES] ?? "quiet"}>
      {t(`people.s.${member.state}`) /* i18n: people.s.* */}
    </Pill>
  );
}
