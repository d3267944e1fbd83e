/** What a draft may be instead of one to write: about to be sent, or changed elsewhere. */
import { ActionForm, Button, Card, LinkButton, Notice } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { composePath, listPath } from "./places";
import type { Mail } from "./types";

/** A mail that is about to be sent: until then its sending can be undone, with or without script. */
export function Waiting({ mail }: { mail: Mail }) {
  const t = useText();
  const f = useFormat();
  return (
    <Card title={mail.subject || t("email.noSubject")} id="waiting">
      <p role="status">{t("email.waiting", { at: f.time(mail.send_at ?? mail.at) })}</p>
      <ActionForm
        className="row"
        call={`/api/v1/mail/drafts/${mail.id}/unsend`}
        page={composePath({ draft: mail.id })}
        revision={String(mail.revision)}
      >
        <Button type="submit" variant="primary" icon="undo-2">
          {t("email.undoSending")}
        </Button>
        <LinkButton to={listPath("sent")}>{t("email.folder.sent")}</LinkButton>
      </ActionForm>
    </Card>
  );
}

/** The same draft was changed elsewhere: what it says there, and the two ways on. */
export function Conflict({ theirs, settle }: { theirs: Mail; settle: (mine: boolean) => void }) {
  const t = useText();
  return (
    <Notice
      tone="warn"
      icon="git-branch"
      focus
      title={t("email.staleTitle")}
      actions={
        <>
          <Button size="s" onClick={() => settle(true)}>
            {t("email.keepMine")}
          </Button>
          <Button size="s" onClick={() => settle(false)}>
            {t("email.takeTheirs")}
          </Button>
        </>
      }
    >
      {t("email.staleText")}
      <blockquote className="mail-theirs" dir="auto">
        <strong>{theirs.subject || t("email.noSubject")}</strong>
        {"\n"}
        {theirs.text.slice(0, 600)}
      </blockquote>
    </Notice>
  );
}
