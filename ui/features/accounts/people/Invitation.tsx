/** Invitations: the link of one that was just sent, and what can be done with one person's. */
import { useState } from "react";
import { ActionForm, Button, Card, Notice, Trouble } from "../../../components";
import { Field } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { peopleApi } from "./api";
import type { Invited, Member } from "./types";
import { useSent } from "./useSent";
import "../../../components/data/data.css";

/** An invitation's link, shown this once, to send by other ways than mail. */
export function InvitationSent({ sent }: { sent: Invited }) {
  const t = useText();
  const f = useFormat();
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    void navigator.clipboard.writeText(sent.link).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Notice tone="good" focus title={t(sent.mailed ? "people.sent" : "people.linkMade")}>
      {t(sent.mailed ? "people.sentText" : "people.notMailed", { at: f.dateTime(sent.expires_at) })}
      <div className="pp-link">
        <Field
          label={t("people.link")}
          name="link"
          readOnly
          dir="ltr"
          defaultValue={sent.link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button icon="copy" className="scripted" onClick={copy}>
          {t("people.copyLink")}
        </Button>
        <span role="status" className="small quiet">
          {copied !== null && t(copied ? "people.copied" : "people.copyFailed")}
        </span>
      </div>
    </Notice>
  );
}

/** The invitation of someone who cannot sign in yet: sent again, revoked, or sent for the first time. */
export function InvitationCard({ member }: { member: Member }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage();
  const result = peopleApi.useInvitationsQuery(member.id);
  const item = result.data?.items[0];
  const sent = useSent();
  if (!result.data) return <Trouble of={result} />;
  return (
    <Card title={t("people.invitation")}>
      {sent && <InvitationSent sent={sent} />}
      {/* i18n: people.i.* */}
      <p>{item ? t(`people.i.${item.state}`, { at: f.dateTime(item.expires_at) }) : t("people.i.none")}</p>
      <div className="pp-do">
        {item ? (
          <ActionForm call={`/api/v1/invitations/${item.id}/resend`} page={here()}>
            <Button type="submit">{t("people.resend")}</Button>
          </ActionForm>
        ) : (
          <ActionForm call="/api/v1/invitations" page={here()}>
            {(["email", "full_name", "username"] as const).map((name) => (
              <input key={name} type="hidden" name={name} value={member[name]} />
            ))}
            <input type="hidden" name="role" value={member.auth_role} />
            <Button type="submit" variant="primary">
              {t("people.invite")}
            </Button>
          </ActionForm>
        )}
        {item?.state === "open" && (
          <ActionForm
            call={`/api/v1/invitations/${item.id}`}
            method="DELETE"
            page={here()}
            revision={String(item.revision)}
            done="revoked"
          >
            <Button type="submit" variant="danger">
              {t("people.revoke")}
            </Button>
          </ActionForm>
        )}
      </div>
    </Card>
  );
}
