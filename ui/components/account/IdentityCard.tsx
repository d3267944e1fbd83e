/** The account at an identity provider that someone is matched with, and the way to undo that. */
import type { Shape } from "../../api";
import { ActionForm, Button, Card } from "..";
import { Facts } from "../Facts";
import { useFormat, useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { Refusal } from "../forms/Refusal";

interface Props {
  /** The calls' address: one's own, or a person's. */
  at: string;
  identity: Shape<"SignOnIdentity">["identity"] | undefined;
}

/** Nothing where nobody is matched; one without a password learns why it stays. */
export function IdentityCard({ at, identity }: Props) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage();
  const call = `${at}/unlink`;
  if (!identity) return null;
  return (
    <Card title={t("identity.title")}>
      <div className="stack">
        <Refusal call={call} />
        <Facts
          items={[
            [
              t("identity.at"),
              <bdi key="issuer" dir="ltr">
                {identity.issuer}
              </bdi>,
            ],
            [t("identity.since"), f.dateTime(identity.created_at)],
            [t("identity.used"), f.dateTime(identity.used_at)],
          ]}
        />
        {identity.only_way ? (
          <p className="quiet">{t("identity.onlyWay")}</p>
        ) : (
          <ActionForm call={call} page={here({})} className="stack">
            <p className="quiet">{t("identity.help")}</p>
            <p className="row">
              <Button type="submit" variant="danger" size="s">
                {t("identity.unlink")}
              </Button>
            </p>
          </ActionForm>
        )}
      </div>
    </Card>
  );
}
