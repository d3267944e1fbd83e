/** What people said and the bot did not understand; each group of texts can become phrases at once. */
import { Card, Notice, Trouble, useCan } from "../../../components";
import { Teach } from "../../../components/forms/Teach";
import { useFormat, useText } from "../../../lib/i18n";
import { PageLink, usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { overviewApi, type MissGroup } from "./api";
import type { overviewGrammar } from "./query";

const MOST = 50;

/** The groups with most turns. */
export function MissesCard({ bot }: { bot: Bot }) {
  const t = useText();
  const { query, here } = usePage<typeof overviewGrammar>();
  const result = overviewApi.useBotMissesQuery({ bot: bot.id, most: query.most });
  const { data } = result;
  const add = useOwnForm(`/api/v1/bots/${bot.id}/phrases`);
  const undo = useOwnForm(`/api/v1/bots/${bot.id}/phrases/undo`);
  const problem = query.miss ? undo.problem : (add.problem ?? undo.problem);
  const count = data?.items.length ?? 0;
  const inGroups = data?.items.reduce((sum, group) => sum + group.turns, 0) ?? 0;
  return (
    <Card
      id="misses"
      title={t("overview.misses")}
      lead={data && data.turns > 0 && t("overview.missesSum", { n: data.turns, part: inGroups, groups: count })}
      aside={data && data.turns > 0 && <PageLink to={data.link}>{t("overview.missesAll", { n: data.turns })}</PageLink>}
      flush
      foot={
        data &&
        data.groups > count &&
        query.most < MOST && (
          <PageLink to={here({ most: MOST, miss: undefined, as: undefined })}>
            {t("overview.moreGroups", { n: data.groups - count })}
          </PageLink>
        )
      }
    >
      <Trouble of={result} />
      {problem && (
        <Notice tone="bad" focus title={t("bot.notDone")}>
          {problem.detail}{" "}
          {Object.values(problem.errors ?? {})
            .flat()
            .join(" ")}
        </Notice>
      )}
      {data && data.turns > data.read && (
        <p className="quiet small bp-pad">{t("overview.missesRead", { n: data.read })}</p>
      )}
      {data && data.turns === 0 && <p className="quiet bp-pad">{t("overview.noMisses")}</p>}
      {data && data.items.length > 0 && (
        <ol className="ms" data-rows>
          {data.items.map((group) => (
            <Group key={group.id} bot={bot} group={group} />
          ))}
        </ol>
      )}
    </Card>
  );
}

/** One group: its words, where they were said, the intent that came nearest, and what to do. */
function Group({ bot, group }: { bot: Bot; group: MissGroup }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const { here } = usePage<typeof overviewGrammar>();
  const [first, ...others] = group.examples;
  return (
    <li id={`m-${group.id}`}>
      <div className="ms-words">
        {first && (
          <PageLink to={first.link} title={t("overview.openTurn")}>
            <b dir="auto">{group.text}</b>
          </PageLink>
        )}
        {others.length > 0 && (
          <p className="small">
            {others.map((example) => (
              <PageLink key={example.link} to={example.link} title={t("overview.openTurn")}>
                <q dir="auto">{example.text}</q>
              </PageLink>
            ))}
          </p>
        )}
      </div>
      <span className="ms-n" title={t("overview.inConversations", { n: group.conversations })}>
        {t("overview.turns", { n: group.turns })}
      </span>
      <span className="ms-near small">
        {group.nearest ? (
          <>
            <span dir="auto">{group.nearest.title}</span>
            <span className="block quiet">{t("overview.score", { n: f.percent(group.nearest.score * 100, 0) })}</span>
          </>
        ) : (
          <span className="quiet">{t("overview.noneNear")}</span>
        )}
      </span>
      <div className="ms-do">
        {can("update", "Bot") && bot.state !== "archived" && (
          <Teach
            bot={bot.id}
            group={group}
            page={`${here({ miss: undefined, as: undefined })}#m-${group.id}`}
            other={here({ miss: group.id, as: group.nearest ? undefined : "new" })}
          />
        )}
      </div>
    </li>
  );
}
