/** A card with one form: it changes a part of the bot on the revision one sees and says at its fields what is wrong. */
import type { ReactNode } from "react";
import { ActionForm, Button, Card, Notice } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { frameGrammar } from "../layout/query";
import { useOwnForm, type Own } from "../../../components/forms/useOwnForm";

interface Props {
  id: string;
  title: string;
  lead?: string;
  call: string;
  revision: string;
  /** A field of this form: of several forms that make the same call, the one that has it was sent. */
  own: string;
  /** What the form is given: what was typed and refused, and errors by field. */
  children: (own: Own) => ReactNode;
}

/** The card. */
export function PartForm({ id, title, lead, call, revision, own, children }: Props) {
  const t = useText();
  const { here } = usePage<typeof frameGrammar>();
  const { values, errors, failed, code, problem } = useOwnForm(call);
  const mine = problem !== null && Object.keys(values).some((name) => name === own || name.startsWith(`${own}.`));
  return (
    <Card id={id} title={title} lead={lead}>
      <ActionForm
        call={call}
        method="PATCH"
        page={`${here({ do: undefined })}#${id}`}
        revision={revision}
        done="saved"
        className="stack"
      >
        {mine && failed && (
          <Notice tone={code === "stale" ? "warn" : "bad"} focus title={t("botset.notSaved")}>
            {code === "stale" ? t("bot.stale") : failed}
          </Notice>
        )}
        {children(mine ? { values, errors } : { values: {}, errors: {} })}
        <p className="row">
          <Button type="submit" variant="primary">
            {t("botset.save")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}
