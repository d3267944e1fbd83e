/** What one is notified of: six switches. */
import { Card } from "../../../components";
import { Field } from "../../../components/fields";
import { ChoiceInput } from "../../../components/forms/controls";
import { useText } from "../../../lib/i18n";
import { AccountPart, PartForm } from "./AccountPart";
import type { Account } from "./types";

type Kind = keyof Account["notifications"];
const GROUPS: Readonly<Record<string, readonly Kind[]>> = {
  activity: ["commentOnArticle", "answerOnForm", "followMe"],
  news: ["newAnnouncements", "productUpdates", "blogDigest"],
};

/** The part in each of its states. */
export default function NotificationsPage() {
  const t = useText();
  return (
    <AccountPart>
      {(account) => (
        <Card title={t("account.notifications")}>
          <PartForm part="notifications" account={account} done="saved">
            {(field) => (
              <>
                <p className="quiet">{t("account.notificationsHelp")}</p>
                {Object.entries(GROUPS).map(([group, kinds]) => (
                  <fieldset key={group} className="switches">
                    {/* i18n: account.group.* account.n.* */}
                    <legend>{t(`account.group.${group}`)}</legend>
                    {group === "news" && (
                      <p className="quiet small" id="not-yet">
                        {t("account.notYet")}
                      </p>
                    )}
                    {kinds.map((kind) => (
                      <Switch
                        key={kind}
                        name={kind}
                        label={t(`account.n.${kind}`)}
                        on={account.notifications[kind]}
                        about={group === "news" ? "not-yet" : undefined}
                      />
                    ))}
                  </fieldset>
                ))}
                <fieldset className="switches">
                  <legend>{t("account.quiet")}</legend>
                  <p className="quiet small">{t("account.quietHelp")}</p>
                  <div className="pair">
                    {(["quiet_from", "quiet_to"] as const).map((name) => (
                      <Field
                        key={name}
                        label={t(`account.${name}`) /* i18n: account.quiet_from account.quiet_to */}
                        maxLength={5}
                        dir="ltr"
                        placeholder={name === "quiet_from" ? "21:00" : "08:00"}
                        {...field(name, account[name] ?? "")}
                      />
                    ))}
                  </div>
                </fieldset>
              </>
            )}
          </PartForm>
        </Card>
      )}
    </AccountPart>
  );
}

/** One switch; the hidden field says what leaving it off means. */
function Switch({ name, label, on, about }: { name: string; label: string; on: boolean; about: string | undefined }) {
  return (
    <label className="switch-row flex gap-16 text-13 apart">
      <span>{label}</span>
      <input type="hidden" name={name} value="0" />
      <ChoiceInput type="checkbox" role="switch" name={name} value="1" defaultChecked={on} aria-describedby={about} />
    </label>
  );
}
