/** The library: pictures and files as cards, what each is used for, and the form for another. */
import { Card, Empty, LinkButton, PageLink, Segments, Trouble, useCan } from "../../../components";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { Pagination } from "../../../components/Pagination";
import { SearchForm } from "../../../components/fields/SearchForm";
import { usePolling } from "../../../hooks/useSaveData";
import { useFormat, useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { mediaApi, type Medium } from "./api";
import { NewMedium } from "./NewMedium";
import type { mediaGrammar } from "./query";
import { Thumb } from "../../../components/files/Thumb";

/** While sizes are made, the list is answer for again after so many ms. */
const POLL_MS = 2000;

/** The card with all of them. */
export function Library({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { query, here } = usePage<typeof mediaGrammar>();
  const args = { bot: bot.id, q: query.q, kind: query.kind, page: String(query.page) };
  const answer = mediaApi.useMediaQuery(args);
  const { data } = answer;
  const pollingInterval = usePolling(POLL_MS, Boolean(data?.items.some(({ progress }) => progress !== null)));
  mediaApi.useMediaQuery(args, { pollingInterval });
  const search = useGetForm();
  const mayChange = bot.state !== "archived" && can("update", "Text");
  const isNarrowed = Boolean(query.q || query.kind);
  const add = mayChange && (
    <LinkButton to={`${here({ show: "add" })}#new`} variant="primary" icon="plus">
      {t("media.add")}
    </LinkButton>
  );
  return (
    <>
      {query.show === "add" && mayChange && <NewMedium bot={bot} />}
      <Card
        id="media"
        title={t("media.title")}
        lead={data && t("media.lead", { n: data.totals.media })}
        aside={
          <>
            {data && (data.totals.media > 0 || isNarrowed) && (
              <SearchForm
                label={t("media.search")}
                action={here({ q: undefined, page: undefined })}
                value={query.q}
                onSubmit={search}
              >
                <HiddenValues values={{ kind: query.kind }} />
              </SearchForm>
            )}
            {add}
          </>
        }
        foot={
          data &&
          data.totals.media > 0 &&
          t("media.used", { used: f.bytes(data.totals.bytes), of: f.bytes(data.totals.most_bytes) })
        }
      >
        <div className="stack">
          {data && (data.totals.media > 0 || isNarrowed) && (
            <Segments
              label={t("media.kinds")}
              items={(["", "image", "file"] as const).map((kind) => ({
                label: t(`media.k.${kind || "all"}`), // i18n: media.k.*
                to: here({ kind: kind || undefined, page: undefined }),
                current: query.kind === kind,
              }))}
            />
          )}
          <Trouble of={answer} />
          {data && data.items.length === 0 && (
            <Empty icon="image" title={t(isNarrowed ? "media.noneFound" : "media.none")} actions={!isNarrowed && add}>
              {!isNarrowed && t("media.noneText")}
            </Empty>
          )}
          {data && data.items.length > 0 && (
            <ul className="bm-grid rows gap-12">
              {data.items.map((row) => (
                <Item key={row.id} bot={bot} row={row} />
              ))}
            </ul>
          )}
          {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
        </div>
      </Card>
    </>
  );
}

/** One of them: the whole card leads to it. */
function Item({ bot, row }: { bot: Bot; row: Medium }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof mediaGrammar>();
  const lacking = lackingIn(bot, row);
  return (
    <li className="bm-item rows gap-4 breaks">
      <Thumb medium={row} alt="" />
      <PageLink to={here({ medium: row.id, show: undefined })} className="bm-name">
        <bdi>{row.name}</bdi>
      </PageLink>
      <span className="small quiet">
        {row.width ? <Pixels row={row} /> : t("media.pages", { n: row.pages ?? 0 })} · {f.bytes(row.size)}
      </span>
      {row.progress !== null ? (
        <span className="small quiet">{t("media.making", { share: f.percent(row.progress * 100, 0) })}</span>
      ) : (
        <span className="small">{row.nodes > 0 ? t("media.inNodes", { n: row.nodes }) : t("media.unused")}</span>
      )}
      {lacking.length > 0 && <span className="small bm-warn">{t("media.undescribed")}</span>}
    </li>
  );
}

/** Its width and height, in this order in every direction. */
export function Pixels({ row: { width, height } }: { row: Medium }) {
  const f = useFormat();
  return (
    <bdi dir="ltr">
      {f.number(width ?? 0)} × {f.number(height ?? 0)}
    </bdi>
  );
}

/** The languages of a bot in which nobody has said what a medium shows. */
export const lackingIn = (bot: Bot, { alt }: Medium): string[] => describedIn(bot).filter((language) => !alt[language]);

/** The languages that texts are written in: Hindi in Latin letters is only understood. */
export const describedIn = (bot: Bot): string[] => bot.languages.filter((language) => language !== "hi-Latn");
