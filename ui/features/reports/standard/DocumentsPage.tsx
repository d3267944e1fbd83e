/** Documents: what bots answer from them and what they could not, and the documents that customers sent. */
import { Can, LinkButton, Tabs } from "../../../components";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { DOCUMENT_TABS, type documentsQuery } from "./query";
import { ReportPage } from "./ReportPage";

export default function DocumentsPage() {
  const t = useText();
  const { query, here } = usePage<typeof documentsQuery>();
  const items = DOCUMENT_TABS.map((tab) => ({
    label: t(`docreport.tab.${tab}`), // i18n: docreport.tab.*
    to: here({ tab }),
    current: query.tab === tab,
  }));
  return (
    <ReportPage
      report="documents"
      subject="Document"
      tab={query.tab}
      tabs={
        <>
          <Tabs label={t("docreport.views")} items={items} />
          {query.tab === "customers" && (
            <p className="row">
              <Can I="read" a="Master">
                <LinkButton to="/customer-documents" icon="file-text">
                  {t("docreport.review")}
                </LinkButton>
              </Can>
              <span className="small quiet">{t("docreport.byHand")}</span>
            </p>
          )}
        </>
      }
    />
  );
}
