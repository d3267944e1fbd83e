/** The forms of a client: details, look, and policy with its consent texts. */
import { ActionForm, Button, Card, Notice, Pill, Trouble, useCan } from "../../components";
import { Facts } from "../../components/Facts";
import { Pagination } from "../../components/Pagination";
import { Checkbox, Field, Select, TextArea } from "../../components/fields";
import { ZoneSelect } from "../../components/fields/ZoneSelect";
import { ChoiceGroup } from "../../components/fields/choices";
import { fieldErrors } from "../../components/fields/fieldErrors";
import { Guarded } from "../../components/forms/Guarded";
import { useFormat, useText } from "../../lib/i18n";
import { SPOKEN } from "../../lib/spoken";
import { usePage } from "../../page";
import { FormFields, type Fields } from "../../components/forms/FormFields";
import { Refusal } from "../../components/forms/Refusal";
import { clientsApi } from "./api";
import { languageName } from "../../lib/languageName";
import type { clientGrammar } from "./query";
import type { Client } from "./types";

interface FormProps {
  client: Client;
  title: string;
  lead?: string;
  children: Fields;
}

/** A card whose form changes the client on the revision that was shown; who may not change it reads it. */
function ClientForm({ client, title, lead, children }: FormProps) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof clientGrammar>();
  const call = `/api/v1/clients/${client.id}`;
  return (
    <Guarded className="cl-form" call={call}>
      <Card title={title} lead={lead}>
        <ActionForm
          call={call}
          method="PATCH"
          page={here({ do: undefined })}
          revision={String(client.revision)}
          done="saved"
        >
          <fieldset className="cl-all stack" disabled={!can("update", "Client")}>
            <Refusal title={t("clients.refused")} />
            <FormFields>{children}</FormFields>
            {can("update", "Client") && (
              <p className="row">
                <Button type="submit" variant="primary">
                  {t("clients.save")}
                </Button>
              </p>
            )}
          </fieldset>
        </ActionForm>
      </Card>
    </Guarded>
  );
}

/** What a client is called, where it is and what it speaks. */
export function Details({ client }: { client: Client }) {
  const t = useText();
  const { session } = usePage();
  const offered = [...new Set([...client.languages, ...SPOKEN])];
  const name = (code: string) => languageName(code, session.locale);
  return (
    <ClientForm client={client} title={t("clients.tab.details")}>
      <Field
        label={t("clients.name")}
        name="name"
        defaultValue={client.name}
        maxLength={60}
        autoComplete="off"
        dir="auto"
      />
      <div className="pair">
        <ZoneSelect label={t("clients.zone")} name="zone" value={client.zone} help={t("clients.zoneHelp")} />
        <Field
          label={t("clients.currency")}
          name="currency"
          defaultValue={client.currency}
          maxLength={3}
          autoComplete="off"
          dir="ltr"
        />
      </div>
      <Select
        label={t("clients.firstLanguage")}
        name="languages[]"
        defaultValue={client.language}
        options={offered.map((code) => ({ value: code, label: name(code) }))}
      />
      <ChoiceGroup
        legend={t("clients.languages")}
        help={t("clients.languagesHelp")}
        fields={["languages"]}
        className="cl-ticks"
      >
        {offered.map((code) => (
          <Checkbox
            key={code}
            name="languages[]"
            value={code}
            defaultChecked={client.languages.includes(code)}
            label={name(code)}
          />
        ))}
      </ChoiceGroup>
    </ClientForm>
  );
}

/** The colour, the sender's name and the picture. */
export function Branding({ client }: { client: Client }) {
  const t = useText();
  const can = useCan();
  const { here } = usePage<typeof clientGrammar>();
  const call = `/api/v1/clients/${client.id}/logo`;
  const { branding } = client;
  const texts = [
    ["mail_from", "mailFrom", "auto", 60],
    ["upi_id", "upiId", "ltr", 100],
  ] as const;
  return (
    <>
      <ClientForm client={client} title={t("clients.tab.branding")} lead={t("clients.brandingLead")}>
        <Field
          label={t("clients.colour")}
          name="branding.colour"
          maxLength={7}
          autoComplete="off"
          dir="ltr"
          placeholder="#005b78"
          defaultValue={branding.colour ?? ""}
          help={t("clients.colourHelp")}
        />
        {branding.colour && (
          <p>
            <svg className="cl-swatch" viewBox="0 0 120 36" role="img" aria-label={branding.colour}>
              <rect width="120" height="36" rx="6" fill={branding.colour} />
              <text x="60" y="23" textAnchor="middle" fill="#ffffff">
                {branding.colour}
              </text>
            </svg>
          </p>
        )}
        {texts.map(([name, label, dir, maxLength]) => (
          <Field
            key={name}
            label={t(`clients.${label}`) /* i18n: clients.mailFrom clients.upiId */}
            name={`branding.${name}`}
            maxLength={maxLength}
            autoComplete="off"
            dir={dir}
            defaultValue={branding[name]}
            help={t(`clients.${label}Help`) /* i18n: clients.mailFromHelp clients.upiIdHelp */}
          />
        ))}
      </ClientForm>
      <div className="cl-form">
        <Card title={t("clients.logo")}>
          <div className="stack">
            <Refusal call={call} />
            {branding.logo ? (
              <img className="cl-logo large" src={branding.logo} alt={client.name} />
            ) : (
              <p className="quiet">{t("clients.noLogo")}</p>
            )}
            {can("update", "Client") && (
              <ActionForm
                call={call}
                page={here({ do: undefined })}
                done="logo"
                encType="multipart/form-data"
                className="stack"
              >
                <Field
                  label={t("clients.logoFile")}
                  name="file"
                  type="file"
                  required
                  accept="image/png,image/jpeg,image/webp,image/gif"
                  help={t("clients.logoHelp")}
                />
                <p className="row">
                  <Button type="submit" icon="upload">
                    {t("clients.upload")}
                  </Button>
                </p>
              </ActionForm>
            )}
            {branding.logo && can("update", "Client") && (
              <ActionForm
                call={call}
                method="DELETE"
                page={here({ do: undefined })}
                revision={String(client.revision)}
                done="noLogo"
              >
                <Button type="submit" variant="danger" size="s">
                  {t("clients.removeLogo")}
                </Button>
              </ActionForm>
            )}
          </div>
        </Card>
      </div>
    </>
  );
}

/** How long things are kept, when nobody is written to, and what people agree to. */
export function Policy({ client }: { client: Client }) {
  const t = useText();
  const { policy } = client;
  const field = (name: "content_days" | "media_days" | "quiet_from" | "quiet_to", help?: string) => (
    <Field
      label={t(`clients.p.${name}`) /* i18n: clients.p.* */}
      name={`policy.${name}`}
      autoComplete="off"
      dir="ltr"
      inputMode="numeric"
      maxLength={5}
      defaultValue={String(policy[name] ?? "")}
      help={help}
    />
  );
  return (
    <>
      <ClientForm client={client} title={t("clients.tab.policy")} lead={t("clients.policyLead")}>
        {(own) => (
          <>
            <div className="pair">
              {field("content_days", t("clients.daysHelp"))}
              {field("media_days", t("clients.daysHelp"))}
            </div>
            {(fieldErrors(own.errors, "policy.erase") || own.values["policy.erase"]) && (
              <Notice tone="warn" focus title={fieldErrors(own.errors, "policy.erase")}>
                <Checkbox name="policy.erase" value="true" label={t("clients.eraseNow")} />
              </Notice>
            )}
            <div className="pair">
              {field("quiet_from")}
              {field("quiet_to")}
            </div>
            <p className="field-help">{t("clients.quietHelp")}</p>
          </>
        )}
      </ClientForm>
      <Consents client={client} />
    </>
  );
}

/** The consent texts: the newest is in force, the others stay readable. */
function Consents({ client }: { client: Client }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here, session } = usePage<typeof clientGrammar>();
  const result = clientsApi.useConsentsQuery({ id: client.id, page: query.page });
  const { data } = result;
  const call = `/api/v1/clients/${client.id}/consents`;
  const newest = query.page === 1 ? data?.items[0] : undefined;
  const page = here({ do: undefined });
  return (
    <div className="cl-form">
      <Card title={t("clients.consent")} lead={t("clients.consentLead")}>
        <div className="stack">
          <Trouble of={result} />
          <Refusal call={call} title={t("clients.refused")} />
          {can("update", "Client") && (
            <ActionForm call={call} page={page} done="consent" className="stack">
              {client.languages.map((code) => (
                <TextArea
                  key={code}
                  label={t("clients.consentIn", { language: languageName(code, session.locale) })}
                  name={`texts.${code}`}
                  maxLength={4000}
                  dir="auto"
                  defaultValue={newest?.texts[code] ?? ""}
                />
              ))}
              <p className="row">
                <Button type="submit">{t("clients.addConsent")}</Button>
              </p>
            </ActionForm>
          )}
          {data?.total === 0 && <p className="quiet">{t("clients.noConsent")}</p>}
          {data?.items.map((item) => (
            <details key={item.id} className="cl-version" open={item.version === policyVersion(client)}>
              <summary>
                <strong>{t("clients.version", { n: item.version })}</strong>{" "}
                {item.version === policyVersion(client) && <Pill tone="good">{t("clients.inForce")}</Pill>}{" "}
                <span className="quiet">
                  {f.dateTime(item.created_at)}, <bdi>{item.written_name}</bdi>
                </span>
              </summary>
              <Facts
                items={Object.entries(item.texts).map(
                  ([code, text]) =>
                    [
                      languageName(code, session.locale),
                      <span key={code} dir="auto" className="cl-text">
                        {text}
                      </span>,
                    ] as const,
                )}
              />
            </details>
          ))}
          {data && data.total > data.per && <Pagination of={data} to={(n) => here({ do: undefined, page: n })} />}
        </div>
      </Card>
    </div>
  );
}

const policyVersion = (client: Client) => client.policy.consent_version;
