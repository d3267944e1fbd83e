import { PageHead } from "../../../components";
import { NEW, Writings } from "../../../components/content/Writings";
import type { writingsQuery } from "../../../components/content/writing";
import { toasts } from "../../../components/toasts/list";
import { useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { faqApi } from "./api";
import { categories, EDITING, LIST } from "./places";

/** All questions in their order, drafts and deleted ones among them. */
export default function EditingPage() {
  const t = useText();
  const { query, session } = usePage<typeof writingsQuery>();
  const looked = { ...query, hl: session.locale };
  const { data } = faqApi.useFaqEntriesQuery(looked);
  const [send] = faqApi.useOrderFaqMutation();
  const sort = async (order: string[]) => {
    const { error } = await send({ order, looked });
    if (error) toasts.show({ tone: "bad", text: t("writing.unordered") });
  };
  return (
    <>
      <PageHead
        title={t("writing.faq")}
        back={{ to: LIST, label: t("faq.title") }}
        lead={data && t("writing.count", { n: data.total })}
        actions={
          data &&
          !data.built_in && (
            <a className="button primary" href={`#${NEW}`}>
              {t("writing.newAnswer")}
            </a>
          )
        }
      />
      {data && (
        <Writings
          page={data}
          call="/api/v1/faq"
          at={EDITING}
          categories={categories(t)}
          words={{ new: t("writing.newAnswer"), label: t("writing.question"), help: t("writing.newHelp") }}
          onSort={(order) => void sort(order)}
        />
      )}
    </>
  );
}
