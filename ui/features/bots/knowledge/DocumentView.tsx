/** One document: its passages with what each is used for, its facts, where it was cited, and its forms. */
import { Card, Empty, Notice, PageLink, Pill, Segments, Trouble, useCan } from "../../../components";
import { Facts } from "../../../components/Facts";
import { Pagination } from "../../../components/Pagination";
import { Field } from "../../../components/fields";
import { SearchForm } from "../../../components/fields/SearchForm";
import { FormSheet } from "../../../components/forms/FormSheet";
import { useFormat, useText } from "../../../lib/i18n";
import { path } from "../../../lib/path";
import { useGetForm, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import type { knowledgeGrammar } from "./query";
import { documentOf, documentsApi, pictureOf, type BotDocument, type Passage } from "./api";
import { DocumentMenu } from "./DocumentMenu";
import { EveryField, NewDocument } from "./NewDocument";
import { QuestionsCard } from "./QuestionsCard";
import { DocumentState, isRead, Kind, useRating } from "./state";

const POLL_MS = 2000;

interface Props {
  bot: Bot;
  row: BotDocument;
}

/** The document of the address. */
export function DocumentView({ bot, id }: { bot: Bot; id: string }) {
  const t = useText();
  const { here } = usePage<typeof knowledgeGrammar>();
  const result = documentsApi.useDocumentQuery({ bot: bot.id, id });
  documentsApi.useDocumentQuery(
    { bot: bot.id, id },
    { pollingInterval: result.data && isRead(result.data) ? POLL_MS : 0, skipPollingIfUnfocused: true },
  );
  const back = here({ document: undefined, passage: undefined, use: undefined, q: undefined, page: undefined });
  return (
    <>
      <p>
        <PageLink to={back}>{t("documents.back")}</PageLink>
      </p>
      <Trouble of={result} />
      {result.data && <Opened bot={bot} row={result.data} />}
    </>
  );
}

/** What is shown of it. */
function Opened({ bot, row }: Props) {
  const can = useCan();
  const { query } = usePage<typeof knowledgeGrammar>();
  const mayChange = bot.state !== "archived" && can("update", "Text");
  return (
    <>
      <Head bot={bot} row={row} mayChange={mayChange} />
      {mayChange && query.show === "replace" && <NewDocument bot={bot} replaces={row} />}
      <div className="columns bd-view">
        <div className="bd-side">
          <Passages bot={bot} row={row} />
        </div>
        <div className="bd-side">
          <About row={row} />
          {can("read", "Conversation") && <Cited bot={bot} row={row} />}
          <QuestionsCard bot={bot} document={row.id} />
        </div>
      </div>
      {mayChange && query.show === "edit" && <Edit bot={bot} row={row} />}
      {mayChange && query.show === "delete" && <Delete bot={bot} row={row} />}
    </>
  );
}

/** Its name, state and menu. */
function Head({ bot, row, mayChange }: Props & { mayChange: boolean }) {
  return (
    <div className="bd-head">
      <Kind kind={row.kind} />
      <h2 dir="auto">{row.title}</h2>
      <DocumentState row={row} />
      {mayChange && <DocumentMenu bot={bot} row={row} />}
    </div>
  );
}

/** The passage of the address, on the page where it is written; null once it is gone. */
function OpenedPassage({ bot, row, passage }: Props & { passage: Passage | null }) {
  const t = useText();
  const { here } = usePage<typeof knowledgeGrammar>();
  const picture = passage?.has_picture && pictureOf(bot.id, row.id, passage.id);
  return (
    <Card
      title={t(picture ? "documents.onPage" : "documents.passage")}
      lead={passage?.page && t("documents.page", { n: passage.page })}
      aside={<PageLink to={here({ passage: undefined })}>{t("documents.allPassages")}</PageLink>}
    >
      {passage ? (
        <div className="stack">
          <PassageText passage={passage} />
          {picture && (
            <a className="bd-page" href={picture} target="_blank" rel="noreferrer" aria-label={t("documents.larger")}>
              <img src={picture} alt={t("documents.pictureOf", { n: passage.page ?? 1, title: row.title })} />
            </a>
          )}
        </div>
      ) : (
        <Empty icon="file-text" title={t("documents.passageGone")}>
          {t("documents.passageGoneText")}
        </Empty>
      )}
    </Card>
  );
}

/** Its passages, all of them, those that were cited, or those nobody needed. */
function Passages({ bot, row }: Props) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof knowledgeGrammar>();
  const result = documentsApi.usePassagesQuery({
    bot: bot.id,
    id: row.id,
    q: query.q,
    use: query.use,
    page: String(query.page),
    passage: query.passage,
  });
  const { data } = result;
  const search = useGetForm();
  return (
    <>
      {query.passage && data && <OpenedPassage bot={bot} row={row} passage={data.opened} />}
      <Card
        title={t("documents.h.passages")}
        lead={f.number(row.passages)}
        aside={
          <SearchForm
            label={t("documents.searchPassages")}
            action={path(`/admin/bots/${bot.id}/knowledge`)}
            value={query.q}
            onSubmit={search}
          >
            <input type="hidden" name="document" value={row.id} />
          </SearchForm>
        }
      >
        <div className="stack">
          <Segments
            label={t("documents.uses")}
            items={(["", "cited", "never"] as const).map((use) => ({
              label: t(`documents.use.${use || "all"}`), // i18n: documents.use.*
              to: here({ use: use || undefined, page: undefined, passage: undefined }),
              current: query.use === use,
            }))}
          />
          <Trouble of={result} />
          {data && data.items.length === 0 && <Empty icon="file-text" title={t("documents.noPassages")} />}
          <ol className="bd-passages">
            {data?.items.map((passage) => (
              <PassageItem key={passage.id} passage={passage} isOpen={query.passage === passage.id} />
            ))}
          </ol>
          {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
        </div>
      </Card>
    </>
  );
}

/** One passage with its text. */
function PassageItem({ passage, isOpen }: { passage: Passage; isOpen: boolean }) {
  const t = useText();
  const rating = useRating();
  const f = useFormat();
  const { here } = usePage<typeof knowledgeGrammar>();
  return (
    <li id={`p${passage.id}`} className={isOpen ? "bd-passage current" : "bd-passage"}>
      <p className="bd-passage-head">
        <PageLink to={here({ passage: passage.id })}>
          <bdi>{passage.heading || t("documents.passageN", { n: passage.number })}</bdi>
        </PageLink>
        <span className="small quiet">
          {passage.page !== null && `${t("documents.page", { n: passage.page })} · `}
          {t("documents.words", { n: passage.words })}
          {" · "}
          {passage.times_found > 0
            ? t("documents.usedTimes", { found: f.number(passage.times_found), cited: f.number(passage.cited) })
            : t("documents.never")}
          {passage.rated > 0 && ` · ${rating(passage)}`}
        </span>
      </p>
      <PassageText passage={passage} />
    </li>
  );
}

/** What it says, and the page of a sitemap that says it. */
function PassageText({ passage }: { passage: Passage }) {
  return (
    <>
      <p dir="auto">{passage.text}</p>
      {passage.address && (
        <p className="small quiet" dir="ltr">
          {passage.address}
        </p>
      )}
    </>
  );
}

/** What is known of it. */
function About({ row }: { row: BotDocument }) {
  const t = useText();
  const rating = useRating();
  const f = useFormat();
  const { changes } = row as { changes: { added?: number; removed?: number; same?: number } };
  return (
    <Card title={t("documents.about")}>
      <Facts
        items={[
          [t("documents.source"), <bdi key="source">{row.file_name || row.address || t("sources.k.questions")}</bdi>],
          ...(row.size > 0 ? [[t("documents.size"), f.bytes(row.size)] as const] : []),
          [t("documents.readAt"), row.read_at ? f.dateTime(row.read_at) : "–"],
          [t("documents.took"), row.read_ms === null ? "–" : f.duration(row.read_ms)],
          [t("documents.h.languages"), row.languages.join(f.comma) || "–"],
          [t("documents.h.passages"), t("documents.passagesOf", { n: row.passages, words: f.number(row.words) })],
          [t("documents.h.review"), row.review_by ? f.date(row.review_by) : "–"],
          [t("documents.next"), row.next_read_at ? f.dateTime(row.next_read_at) : "–"],
          [t("documents.compared"), t(row.engine ? "documents.byMeaning" : "documents.byWords")],
          [t("documents.h.found"), t("documents.usedTimes", { found: row.times_found, cited: row.cited })],
          [t("documents.h.helpful"), row.rated ? rating(row) : "–"],
        ]}
      />
      {changes.added !== undefined && (
        <p className="small">
          {t("documents.changes", { added: changes.added, removed: changes.removed ?? 0, same: changes.same ?? 0 })}
        </p>
      )}
      {row.warning && (
        <Notice tone="warn" title={t("documents.notAgain")}>
          {t(`sources.r.${row.warning}`)}
        </Notice>
      )}
    </Card>
  );
}

/** Answers that cited it, or one of its passages. */
function Cited({ bot, row }: Props) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof knowledgeGrammar>();
  const result = documentsApi.useCitationsQuery({ bot: bot.id, id: row.id, passage: query.passage });
  const { data } = result;
  return (
    <Card
      title={t(query.passage ? "documents.citedPassage" : "documents.citedDocument")}
      lead={data && f.number(data.total)}
      aside={query.passage && <PageLink to={here({ passage: undefined })}>{t("documents.allPassages")}</PageLink>}
    >
      <Trouble of={result} />
      {data?.items.length === 0 && <p className="quiet">{t("documents.notCited")}</p>}
      <ul className="bd-list">
        {data?.items.map((item) => (
          <li key={item.id}>
            <PageLink to={`/reports/conversations/${item.conversation}?turn=${item.turn}#t${item.turn}`}>
              <bdi>{item.question || t("documents.erased")}</bdi>
            </PageLink>
            <span className="small quiet">
              {f.dateTime(item.at)} · {f.percent(item.score * 100, 0)}
            </span>
            {item.helpful !== null && (
              <span>
                <Pill tone={item.helpful ? "good" : "bad"}>
                  {t(item.helpful ? "documents.helped" : "documents.unhelpful")}
                </Pill>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Its title, folder, review date and schedule. */
function Edit({ bot, row }: Props) {
  const t = useText();
  const { here } = usePage<typeof knowledgeGrammar>();
  return (
    <FormSheet
      title={t("documents.do.edit")}
      call={documentOf(bot.id, row.id)}
      method="PATCH"
      revision={String(row.revision)}
      to={here({ show: undefined })}
      done="saved"
      action={t("documents.save")}
    >
      <Field
        label={t("documents.name")}
        name="title"
        defaultValue={row.title}
        required
        maxLength={200}
        autoComplete="off"
      />
      <Field label={t("documents.folder")} name="folder" defaultValue={row.folder} maxLength={80} autoComplete="off" />
      <Field
        label={t("documents.h.review")}
        name="review_by"
        defaultValue={row.review_by ?? ""}
        type="date"
        help={t("documents.reviewHelp")}
      />
      {row.address && <EveryField value={row.every ?? ""} />}
    </FormSheet>
  );
}

/** Whether it goes. */
function Delete({ bot, row }: Props) {
  const t = useText();
  const { here } = usePage<typeof knowledgeGrammar>();
  return (
    <FormSheet
      danger
      title={t("documents.deleteTitle", { title: row.title })}
      call={documentOf(bot.id, row.id)}
      method="DELETE"
      revision={String(row.revision)}
      to={here({ show: undefined })}
      then={here({ show: undefined, document: undefined, passage: undefined })}
      done="deleted"
      action={t("documents.do.delete")}
    >
      <p>{t("documents.deleteText")}</p>
    </FormSheet>
  );
}
