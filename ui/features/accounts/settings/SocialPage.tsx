/** Where one is found elsewhere: links that others may follow, and accounts that are noted. */
import { ActionForm, Button, Card } from "../../../components";
import { Field } from "../../../components/fields";
import { useFormat, useText } from "../../../lib/i18n";
import { AccountPart, PartForm } from "./AccountPart";
import type { Account, Connection } from "./types";
import { useFormState } from "../../../components/forms/typed";
import { usePage } from "../../../page";
import { Refusal } from "../../../components/forms/Refusal";

/** Names of services, the same in every language. */
const NETWORKS = {
  twitter: "X (Twitter)",
  facebook: "Facebook",
  google: "Google",
  linkedIn: "LinkedIn",
  instagram: "Instagram",
  quora: "Quora",
} as const;
const SERVICES = { twitter: "X (Twitter)", google: "Google", facebook: "Facebook", github: "GitHub" } as const;
const CALL = "/api/v1/account/connections";

/** The part in each of its states. */
export default function SocialPage() {
  return (
    <AccountPart>
      {(account) => (
        <>
          <LinksCard account={account} />
          <ConnectionsCard account={account} />
        </>
      )}
    </AccountPart>
  );
}

/** One field a service: an address of it, or a name there. */
function LinksCard({ account }: { account: Account }) {
  const t = useText();
  return (
    <Card title={t("account.links")}>
      <PartForm part="links" account={account} done="saved">
        {(field) => (
          <>
            <p className="quiet">{t("account.linksHelp")}</p>
            <div className="pair">
              {(Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).map((name) => {
                const own = field(name, account.links[name]);
                return (
                  <Field
                    key={name}
                    label={NETWORKS[name]}
                    {...own}
                    error={own.error && t("account.e.link", { service: NETWORKS[name] })}
                    maxLength={150}
                    dir="ltr"
                    autoComplete="off"
                    spellCheck={false}
                  />
                );
              })}
            </div>
          </>
        )}
      </PartForm>
    </Card>
  );
}

/** What is noted of each service, and the way to note or forget it. */
function ConnectionsCard({ account }: { account: Account }) {
  const t = useText();
  return (
    <Card title={t("account.connections")} id="connections">
      <div className="stack">
        <p className="quiet">{t("account.connectionsHelp")}</p>
        <Refusal call={CALL} />
        <ul className="accounts">
          {(Object.keys(SERVICES) as (keyof typeof SERVICES)[]).map((service) => {
            const noted = account.connections.find((connection) => connection.service === service);
            return (
              <li key={service}>
                {noted ? (
                  <Noted row={noted} name={SERVICES[service]} />
                ) : (
                  <Open service={service} name={SERVICES[service]} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </Card>
  );
}

/** An account that is noted. */
function Noted({ row, name }: { row: Connection; name: string }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage();
  return (
    <ActionForm
      call={`${CALL}/${row.id}`}
      page={here({})}
      method="DELETE"
      revision={String(row.revision)}
      done="forgotten"
      className="noted"
    >
      <div>
        <strong>{name}</strong>
        <span className="quiet small">
          <bdi>{row.account}</bdi> · {t("account.notedOn", { date: f.date(row.created_at) })}
        </span>
      </div>
      <Button type="submit" size="s" variant="danger" aria-label={t("account.forgetOf", { service: name })}>
        {t("account.forget")}
      </Button>
    </ActionForm>
  );
}

/** A service of which none is noted yet. */
function Open({ service, name }: { service: string; name: string }) {
  const t = useText();
  const { here } = usePage();
  return (
    <ActionForm call={CALL} page={`${here({})}#${service}`} id={service} done="noted" className="open">
      <input type="hidden" name="service" value={service} />
      <NameField service={name} />
      <Button type="submit">{t("account.note")}</Button>
    </ActionForm>
  );
}

/** What one is called at a service. */
function NameField({ service }: { service: string }) {
  const t = useText();
  const { errors, code } = useFormState();
  return (
    <Field
      label={service}
      name="account"
      required
      maxLength={80}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      placeholder={t("account.accountName")}
      error={code === "connected" ? t("account.connected") : errors.account && t("account.e.account")}
    />
  );
}
