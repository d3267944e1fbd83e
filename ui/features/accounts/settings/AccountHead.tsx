/** The head of every part of the account settings: its title, and the parts as tabs. */
import { PageHead, Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";

const PARTS = ["general", "security", "information", "social", "notifications"];

/** Title and tabs; the first part is at the address itself. */
export function AccountHead() {
  const t = useText();
  const { page } = usePage();
  const items = PARTS.map((part, index) => {
    const to = `/pages/account-settings${index ? `/${part}` : ""}`;
    // i18n: account.general* account.security* account.information* account.social* account.notifications*
    return { label: t(`account.${part}`), to, current: page.path === to };
  });
  return (
    <>
      <PageHead title={t("account.title")} lead={t("account.lead")} />
      <Tabs label={t("account.title")} items={items} />
    </>
  );
}
