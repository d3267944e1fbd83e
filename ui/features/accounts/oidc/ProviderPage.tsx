/** The identity provider of a workspace: what it is, whom it lets in, and whether it answers. */
import { ActionForm, Button, Card, Notice, PageHead, Pill, Trouble } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Checkbox, Field, Select } from "../../../components/fields";
import { PasswordField } from "../../../components/fields/PasswordField";
import { Guarded } from "../../../components/forms/Guarded";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { oidcApi, type ConnectionTest, type IdentityProvider } from "./api";
import "../../../styles/security.css";

const CALL = "/api/v1/workspace/identity-provider";
const PAGE = "/admin/single-sign-on";
const ROLES = ["none", "client", "subscriber", "editor", "author", "maintainer"] as const;

/** The page with and without a provider. */
export default function ProviderPage() {
  const t = useText();
  const { form } = usePage();
  const result = oidcApi.useIdentityProviderQuery();
  const provider = result.data;
  const tested = form?.answer as ConnectionTest | undefined;
  return (
    <>
      <PageHead title={t("oidc.title")} lead={t("oidc.description")} />
      <Trouble of={result} />
      {provider && (
        <Guarded className="stack security" refused={form?.values.issuer !== undefined}>
          {tested && <Tested tested={tested} />}
          <ProviderCard key={provider.revision} provider={provider} />
          <ConnectionCard provider={provider} />
        </Guarded>
      )}
    </>
  );
}

/** What the provider has answered. */
function Tested({ tested }: { tested: ConnectionTest }) {
  const t = useText();
  if (tested.code === "")
    return (
      <Notice tone="good" focus title={t("oidc.works")}>
        {t("oidc.worksText", { n: tested.keys })}
      </Notice>
    );
  return (
    <Notice tone="bad" focus title={t("oidc.fails")}>
      {/* i18n: oidc.test.* */}
      {t(`oidc.test.${tested.code}`)} <bdi className="small">{tested.detail}</bdi>
    </Notice>
  );
}

/** The form: what the provider is, and what it is trusted with. */
function ProviderCard({ provider }: { provider: IdentityProvider }) {
  const t = useText();
  const { form } = usePage();
  const refused = form && form.problem.instance === CALL && form.problem.status >= 400 ? form : null;
  const errors = refused?.problem.errors ?? {};
  const value = (name: string, stored: string) => refused?.values[name] ?? stored;
  const checked = (name: string, stored: boolean) => (refused ? refused.values[name] === "true" : stored);
  const text = { dir: "ltr", spellCheck: false, autoComplete: "off" } as const;
  return (
    <Card
      title={t("oidc.provider")}
      aside={
        <Pill tone={provider.configured ? "good" : "quiet"}>{t(provider.configured ? "oidc.on" : "oidc.off")}</Pill>
      }
    >
      <ActionForm
        call={CALL}
        method="PUT"
        page={PAGE}
        revision={String(provider.revision)}
        done="saved"
        className="stack short"
      >
        {refused && Object.keys(errors).length === 0 && (
          <Notice tone="bad" focus>
            {refused.problem.code === "own_identity_missing" ? t("oidc.exclusiveOwn") : refused.problem.detail}
          </Notice>
        )}
        <Field
          {...text}
          label={t("oidc.issuer")}
          name="issuer"
          type="url"
          required
          maxLength={300}
          defaultValue={value("issuer", provider.issuer)}
          help={t("oidc.issuerHelp")}
        />
        <Field
          {...text}
          label={t("oidc.clientId")}
          name="client_id"
          required
          maxLength={200}
          defaultValue={value("client_id", provider.client_id)}
        />
        <PasswordField
          label={t("oidc.secret")}
          name="client_secret"
          autoComplete="off"
          maxLength={500}
          help={provider.has_secret ? t("oidc.secretKept") : undefined}
        />
        <Field
          label={t("oidc.label")}
          name="label"
          required
          maxLength={60}
          defaultValue={value("label", provider.label)}
          help={t("oidc.labelHelp")}
        />
        <Field
          {...text}
          label={t("oidc.domains")}
          name="domains"
          required
          maxLength={2000}
          defaultValue={value("domains", provider.domains.join(", "))}
          help={t("oidc.domainsHelp")}
        />
        <Checkbox
          label={t("oidc.creates")}
          name="creates"
          value="true"
          defaultChecked={checked("creates", provider.creates)}
        />
        <Select
          label={t("oidc.role")}
          name="role"
          defaultValue={value("role", provider.role)}
          // i18n: access.role.*
          options={ROLES.map((role) => ({ value: role, label: t(`access.role.${role}`) }))}
          help={t("oidc.roleHelp")}
        />
        <Checkbox
          label={t("oidc.exclusive")}
          name="exclusive"
          value="true"
          defaultChecked={checked("exclusive", provider.exclusive)}
        />
        <p className="quiet small">{t(provider.linked ? "oidc.exclusiveHelp" : "oidc.exclusiveOwn")}</p>
        <Button type="submit" variant="primary">
          {t("oidc.save")}
        </Button>
      </ActionForm>
    </Card>
  );
}

/** What the provider must know of us and members of it, whether it answers, and the way out. */
function ConnectionCard({ provider }: { provider: IdentityProvider }) {
  const t = useText();
  return (
    <Card title={t("oidc.connection")}>
      <div className="stack">
        <Facts
          items={[
            [t("oidc.redirect"), <code dir="ltr">{provider.redirect_uri}</code>],
            [t("oidc.page"), <code dir="ltr">{provider.sign_in_page}</code>],
          ]}
        />
        {provider.configured && <Doing provider={provider} />}
      </div>
    </Card>
  );
}

/** What can be done with a provider that is saved. */
function Doing({ provider }: { provider: IdentityProvider }) {
  const t = useText();
  return (
    <>
      <ActionForm call={`${CALL}/test`} page={PAGE}>
        <Button type="submit">{t("oidc.test")}</Button>
      </ActionForm>
      <details>
        <summary>{t("oidc.delete")}</summary>
        <ActionForm
          call={CALL}
          method="DELETE"
          page={PAGE}
          revision={String(provider.revision)}
          done="deleted"
          className="stack"
        >
          <p>{t("oidc.deleteText")}</p>
          <Button type="submit" variant="danger">
            {t("oidc.deleteDo")}
          </Button>
        </ActionForm>
      </details>
    </>
  );
}
