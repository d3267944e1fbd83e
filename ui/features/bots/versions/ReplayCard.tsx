/** Replaying real conversations before a version is published: the newest one, and starting another. */
import { ActionForm, Button, Card, Notice, PageLink, Pill, Trouble, useCan } from "../../../components";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { Bot } from "../catalog/api";
import { useOwnForm } from "../../../components/forms/useOwnForm";
import { versionsApi, type ReplayRow } from "./api";
import type { versionsGrammar } from "./query";

const TONES = { green: "good", amber: "warn", red: "bad", none: "warn" } as const;

/** How a replay went, in a word. */
export function Verdict({ verdict }: { verdict: ReplayRow["verdict"] }) {
  const t = useText();
  if (!verdict) return null;
  return <Pill tone={TONES[verdict as keyof typeof TONES]}>{t(`replay.v.${verdict}`) /* i18n: replay.v.* */}</Pill>;
}

/** The button that starts a replay. */
export function StartReplay({ bot, again = false }: { bot: Bot; again?: boolean }) {
  const t = useText();
  const { here } = usePage<typeof versionsGrammar>();
  const call = `/api/v1/bots/${bot.id}/replay`;
  const { problem } = useOwnForm(call);
  return (
    <ActionForm call={call} page={here()} then={`/admin/bots/${bot.id}/versions?replay={replay}`} className="stack">
      {problem && (
        <Notice tone="bad" focus title={t("bot.notDone")}>
          {problem.detail}
        </Notice>
      )}
      <p className="row">
        <Button type="submit" icon="refresh-cw">
          {t(again ? "replay.again" : "replay.start")}
        </Button>
      </p>
    </ActionForm>
  );
}

/** The card beside publishing. */
export function ReplayCard({ bot }: { bot: Bot }) {
  const t = useText();
  const f = useFormat();
  const can = useCan();
  const result = versionsApi.useReplaysQuery(bot.id);
  const newest = result.data?.items[0];
  return (
    <Card id="replay" title={t("replay.title")} lead={t("replay.lead")}>
      <div className="stack">
        <Trouble of={result} />
        {newest ? (
          <p className="row">
            <PageLink to={`/admin/bots/${bot.id}/versions?replay=${newest.id}`}>{t("replay.open")}</PageLink>
            <Verdict verdict={newest.verdict} />
            <span className="quiet small">
              {t("replay.sum", { n: newest.sessions })}
              {f.comma}
              {f.dateTime(newest.created_at)}
            </span>
          </p>
        ) : (
          <p className="quiet">{t("replay.none")}</p>
        )}
        {newest?.state === "ready" && !newest.current && <p className="quiet">{t("replay.stale")}</p>}
        {can("update", "Bot") && bot.state !== "archived" && <StartReplay bot={bot} again={newest !== undefined} />}
      </div>
    </Card>
  );
}
