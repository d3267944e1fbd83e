/** Who got it and what they did: stages are filters, the times are the columns. */
import { Empty, LinkButton, PageLink, Tabs, useCan } from "../../components";
import { ChoiceMenu } from "../../components/ChoiceMenu";
import { HiddenValues } from "../../components/fields/HiddenValues";
import { PagedList } from "../../components/lists/PagedList";
import { Table } from "../../components/Table";
import { SearchForm } from "../../components/fields/SearchForm";
import { useFormat, useText } from "../../lib/i18n";
import { languageName } from "../../lib/languageName";
import { path } from "../../lib/path";
import { useGetForm, usePage } from "../../page";
import { offersApi } from "./api";
import { failureText } from "./cells";
import type { offerGrammar } from "./query";
import { RECIPIENT_VIEWS, type Recipient, type WholeOffer } from "./types";
import "../../components/table/table.css";

const TIMES = ["sent", "read", "clicked", "replied", "converted"] as const;

/** The tab. */
export function Recipients({ offer }: { offer: WholeOffer }) {
  const t = useText();
  const can = useCan();
  const submit = useGetForm();
  const { query, here, session } = usePage<typeof offerGrammar>();
  const { q, state, variant, language, outlet, page } = query;
  const result = offersApi.useOfferRecipientsQuery({ id: offer.id, q, state, variant, language, outlet, page });
  const views = result.data?.views;
  const messages = [offer.message, ...offer.variants.map(({ message }) => message)];
  const spoken = [...new Set(messages.flatMap((message) => Object.keys(message ?? {})))];
  const outlets = result.data?.outlets ?? [];
  const first = { q: undefined, page: undefined, do: undefined };
  const file = path(`/api/v1/offers/${offer.id}/recipients.csv`, { q, state, variant, language, outlet });
  return (
    <>
      <Tabs
        label={t("offers.stages")}
        items={[
          {
            label: t("offers.everybody"),
            to: here({ ...first, state: undefined }),
            current: !state,
            count: views?.all,
          },
          ...RECIPIENT_VIEWS.map((view) => ({
            label: t(`offers.r.${view}`), // i18n: offers.r.*
            to: here({ ...first, state: view }),
            current: state === view,
            count: views?.[view],
          })),
        ]}
      />
      <div className="of-tools row">
        <SearchForm label={t("offers.searchPeople")} action={`/offers/${offer.id}`} value={q} onSubmit={submit}>
          <HiddenValues values={{ tab: "recipients", state, variant, language, outlet }} />
        </SearchForm>
        {offer.variants.length > 0 && (
          <ChoiceMenu
            label={t("offers.tab.message")}
            value={variant}
            all={t("offers.everybody")}
            options={offer.variants.map(({ id }) => [id as typeof variant, id.toUpperCase()] as const)}
            to={(value) => here({ ...first, variant: value })}
          />
        )}
        {spoken.length > 1 && (
          <ChoiceMenu
            label={t("offers.language")}
            value={language}
            all={t("offers.everybody")}
            options={spoken.map((code) => [code as typeof language, languageName(code, session.locale)] as const)}
            to={(value) => here({ ...first, language: value })}
          />
        )}
        {(outlets.length > 1 || outlet) && (
          <ChoiceMenu
            label={t("offers.f.outlet")}
            value={outlet}
            all={t("offers.everybody")}
            options={outlets.map(({ id, name }) => [id, <bdi key={id}>{name}</bdi>] as const)}
            to={(value) => here({ ...first, outlet: value })}
          />
        )}
        {can("export", "Offer") && (
          <LinkButton to={file} download icon="download">
            {t("offers.csv")}
          </LinkButton>
        )}
      </div>
      <PagedList
        of={result}
        to={(place) => here({ page: place })}
        empty={
          <Empty icon="users" title={t("offers.noRecipients")}>
            {t(state || q || variant || language || outlet ? "offers.noRecipientsFit" : "offers.nobodyYet")}
          </Empty>
        }
      >
        {(data) => <Rows rows={data.items} />}
      </PagedList>
    </>
  );
}

/** The rows. */
function Rows({ rows }: { rows: readonly Recipient[] }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { session } = usePage();
  const detail = (row: Recipient) =>
    row.reason
      ? row.state === "failed"
        ? failureText(row.reason, t)
        : t(`offers.x.${row.reason}`)
      : row.opted_out
        ? t("offers.r.opted_out")
        : "";
  return (
    <div className="data-table">
      <Table
        caption={t("offers.tab.recipients")}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          {
            key: "contact",
            head: t("offers.contact"),
            rowHead: true,
            className: "slot-name",
            cell: (row) => (
              <>
                {can("read", "Master") ? (
                  <PageLink to={`/admin/masters/customers/${row.customer}`}>
                    <bdi>{row.contact.name}</bdi>
                  </PageLink>
                ) : (
                  <bdi>{row.contact.name}</bdi>
                )}{" "}
                <bdi dir="ltr" className="quiet">
                  {row.contact.last4 && `•${row.contact.last4}`}
                </bdi>
              </>
            ),
          },
          {
            key: "state",
            head: t("offers.state"),
            className: "slot-state",
            cell: (row) => (
              <>
                {t(`offers.r.${row.state}`)} <span className="quiet small">{detail(row)}</span>
              </>
            ),
          },
          {
            key: "outlet",
            head: t("offers.f.outlet"),
            className: "slot-place",
            cell: (row) => <bdi>{row.outlet?.name ?? "—"}</bdi>,
          },
          {
            key: "message",
            head: t("offers.tab.message"),
            className: "slot-fact",
            cell: (row) =>
              row.state === "skipped" || row.state === "held_back"
                ? "—"
                : `${row.variant.toUpperCase()} · ${languageName(row.language, session.locale)}`,
          },
          ...TIMES.map((stage) => ({
            key: stage,
            head: t(`offers.at.${stage}`), // i18n: offers.at.*
            className: "slot-fact",
            cell: (row: Recipient) => {
              const at = row.times[stage];
              return (
                <>
                  <i className="fact-name">{t(`offers.at.${stage}`)}</i>
                  {at && stage === "replied" && row.conversation ? (
                    <PageLink to={`/reports/conversations/${row.conversation}`}>{f.dateTime(at)}</PageLink>
                  ) : at ? (
                    f.dateTime(at)
                  ) : (
                    "—"
                  )}
                </>
              );
            },
          })),
        ]}
      />
    </div>
  );
}
