/** The passages that a search in a bot's documents found, each with the way to where it is written. */
import { useFormat, useText } from "../lib/i18n";
import { path } from "../lib/path";
import { PageLink } from "../page";

interface Hit {
  document: string;
  passage: string;
  title: string;
  page: number | null;
  score: number;
}
interface Search {
  hits?: readonly Hit[];
  citations?: readonly { passage: string }[];
}
/** A call of a trace: a search by the flow, or handlers that have searched. */
interface Call {
  type?: unknown;
  tried?: unknown;
}

/** The searches in documents among the calls of a turn. */
export function searchesOf(calls: readonly Call[]): Search[] {
  return calls.flatMap((call) => [
    ...(call.type === "knowledge" ? [call as Search] : []),
    ...((call.tried ?? []) as { knowledge?: Search }[]).flatMap(({ knowledge }) => knowledge ?? []),
  ]);
}

/** What one search found; `words` is the catalogue of the page. */
export function Sources({ bot, search, words }: { bot: string; search: Search; words: "conversations" | "sandbox" }) {
  const t = useText();
  const f = useFormat();
  const cited = new Set(search.citations?.map(({ passage }) => passage));
  return search.hits?.map(({ document, passage, title, page, score }) => (
    <small key={passage} className="block">
      <PageLink to={path(`/admin/bots/${bot}/knowledge`, { document, passage })}>
        <bdi>{title}</bdi>
      </PageLink>{" "}
      {/* i18n: conversations.sourcePage sandbox.sourcePage conversations.sourceCited sandbox.sourceCited */}
      {[
        page !== null && t(`${words}.sourcePage`, { n: page }),
        f.percent(score * 100, 0),
        cited.has(passage) && t(`${words}.sourceCited`),
      ]
        .filter(Boolean)
        .join(" · ")}
    </small>
  ));
}
