/** What people say about themselves; the profile shows it to the others of the workspace. */
import { Card, PageLink } from "../../../components";
import { Field, TextArea } from "../../../components/fields";
import { useText } from "../../../lib/i18n";
import { AccountPart, PartForm } from "./AccountPart";

/** The part in each of its states. */
export default function InformationPage() {
  const t = useText();
  return (
    <AccountPart>
      {(account) => (
        <Card title={t("account.about")} aside={<PageLink to="/pages/profile">{t("account.seeProfile")}</PageLink>}>
          <PartForm part="information" account={account} done="saved">
            {(field) => (
              <>
                <Field
                  label={t("account.designation")}
                  {...field("designation", account.designation)}
                  maxLength={80}
                  autoComplete="organization-title"
                  dir="auto"
                />
                <TextArea
                  label={t("account.bio")}
                  {...field("bio", account.bio)}
                  maxLength={1000}
                  dir="auto"
                  help={t("account.bioHelp")}
                />
                <div className="pair">
                  <Field
                    label={t("account.dob")}
                    {...field("dob", account.dob)}
                    type="date"
                    min="1900-01-01"
                    autoComplete="bday"
                    help={t("account.dobHelp")}
                  />
                  <Field
                    label={t("account.country")}
                    {...field("country", account.country)}
                    maxLength={80}
                    autoComplete="country-name"
                    dir="auto"
                  />
                </div>
                <div className="pair">
                  <Field
                    label={t("account.website")}
                    {...field("website", account.website)}
                    type="url"
                    maxLength={200}
                    autoComplete="url"
                    dir="ltr"
                    placeholder="https://"
                  />
                  <Field
                    label={t("account.phone")}
                    {...field("phone", account.phone)}
                    type="tel"
                    maxLength={40}
                    autoComplete="tel"
                    dir="ltr"
                  />
                </div>
              </>
            )}
          </PartForm>
        </Card>
      )}
    </AccountPart>
  );
}
