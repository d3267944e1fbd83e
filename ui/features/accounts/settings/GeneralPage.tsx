/** Who one is: picture, name, email address, company; and how things are shown. */
import { useSelector } from "react-redux";
import { ActionForm, Button, Card, Notice } from "../../../components";
import { Field, Select } from "../../../components/fields";
import { Refusal } from "../../../components/forms/Refusal";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { selectLangOptions } from "../../../state";
import { AccountPart, PartForm } from "./AccountPart";
import { PictureCard } from "./PictureCard";
import type { generalGrammar } from "./query";
import type { Account } from "./types";

/** The part in each of its states. */
export default function GeneralPage() {
  return (
    <AccountPart>
      {(account) => (
        <>
          <NextAddress account={account} />
          <PictureCard account={account} />
          <NameCard account={account} />
          <ShownCard />
        </>
      )}
    </AccountPart>
  );
}

const CONFIRMATION = "/api/v1/account/address-change/confirmation";

/** The address that waits for confirmation, or which the link that was followed confirms. */
function NextAddress({ account: { email: now, next_email: email } }: { account: Account }) {
  const t = useText();
  const { query, here } = usePage<typeof generalGrammar>();
  const page = here({ token: undefined });
  if (!email) {
    return query.token ? <Notice title={t("account.linkOver")}>{t("account.linkOverText", { now })}</Notice> : null;
  }
  return (
    <>
      <Refusal call={CONFIRMATION} />
      <Notice
        title={query.token ? t("account.confirmTitle", { email }) : t("account.waits")}
        actions={
          <>
            {query.token && (
              <ActionForm call={CONFIRMATION} page={page} done="address">
                <input type="hidden" name="token" value={query.token} />
                <Button type="submit" variant="primary" size="s">
                  {t("account.confirm")}
                </Button>
              </ActionForm>
            )}
            <ActionForm call="/api/v1/account/address-change" method="DELETE" page={page} done="addressKept">
              <Button type="submit" size="s">
                {t("account.waitsCancel")}
              </Button>
            </ActionForm>
          </>
        }
      >
        {query.token ? t("account.confirmText", { now }) : t("account.waitsText", { email, now })}
      </Notice>
    </>
  );
}

/** Name, address and company; another address asks for the password. */
function NameCard({ account }: { account: Account }) {
  const t = useText();
  return (
    <Card title={t("account.who")} id="who">
      <PartForm part="general" account={account} done="saved">
        {(field) => (
          <>
            <div className="pair">
              <Field
                label={t("account.fullName")}
                {...field("full_name", account.full_name)}
                required
                maxLength={120}
                autoComplete="name"
                dir="auto"
              />
              <Field
                label={t("account.username")}
                {...field("username", account.username)}
                required
                maxLength={60}
                autoComplete="username"
                dir="auto"
              />
            </div>
            <Field
              label={t("account.company")}
              {...field("company", account.company)}
              maxLength={120}
              autoComplete="organization"
              dir="auto"
            />
            <div className="pair">
              <Field
                label={t("account.email")}
                {...field("email", account.email)}
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                dir="ltr"
                help={t(account.confirms_email ? "account.emailHelp" : "account.emailHelpAtOnce")}
              />
              <PasswordField
                label={t("account.password")}
                {...field("password")}
                maxLength={200}
                help={t("account.passwordHelp")}
              />
            </div>
          </>
        )}
      </PartForm>
    </Card>
  );
}

const SKINS = ["light", "dark", "auto", "bordered", "semi-dark"];

/** Language and skin, as the menus of the bar set them too. */
function ShownCard() {
  const t = useText();
  const { session, here } = usePage();
  return (
    <Card title={t("account.shown")} id="shown">
      <ActionForm call="/api/v1/preferences" page={here()} done="shown" className="stack">
        <div className="pair">
          <Select
            label={t("common.language")}
            name="locale"
            defaultValue={session.locale}
            options={useSelector(selectLangOptions)}
          />
          {/* i18n: layout.skin.* */}
          <Select
            label={t("layout.of.skin")}
            name="skin"
            defaultValue={session.skin}
            options={SKINS.map((skin) => ({ value: skin, label: t(`layout.skin.${skin}`) }))}
            help={t("account.skinHelp")}
          />
        </div>
        <p className="row">
          <Button type="submit">{t("account.save")}</Button>
        </p>
      </ActionForm>
    </Card>
  );
}
