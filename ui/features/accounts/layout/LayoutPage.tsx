import { Card, PageHead } from "../../../components";
import { useText } from "../../../lib/i18n";
import { LayoutForms } from "../../../components/layout/LayoutForms";
import "../../../styles/looks.css";
import "../../../styles/panel.css";

/** Everything about how pages are laid out. */
export default function LayoutPage() {
  const t = useText();
  return (
    <>
      <PageHead title={t("layout.title")} lead={t("layout.lead")} />
      <Card className="layout-page">
        <LayoutForms page="/pages/layout" />
      </Card>
    </>
  );
}
