/** Links for testers of a bot: a new one, what has come of each, and the comments that wait. */
import { BOT_CHANNELS } from "../../lib/channels";
import { ActionForm, Button, Card, Empty, Notice, PageLink, Pill, Trouble, useCan } from "../../components";
import { Facts } from "../../components/Facts";
import { Pagination } from "../../components/Pagination";
import { CodeBlock } from "../../components/data/CodeBlock";
import { DialogButton } from "../../components/dialogs/buttons";
import { Field, Select } from "../../components/fields";
import { useFormat, useText } from "../../lib/i18n";
import { later, usePage } from "../../page";
import type { Bot, BotSummary } from "../bots/catalog/api";
import { BotFrame } from "../bots/layout/BotFrame";
import { Refusal } from "../../components/forms/Refusal";
import { askedOf, linksApi, linksOf, type TesterLink } from "./links";
import type { testersGrammar } from "./query";
import "../../styles/bot-channels.css";
import "./testers.css";

const Confirm = later(() => import("../../components/dialogs/Confirm"), "Confirm");

const TesterComments = later(() => import("./TesterComments"), "TesterComments");
const TONES = { open: "good", expired: "quiet", revoked: "quiet" } as const;
/** How many of the newest versions can be chosen. */
const NEWEST = 20;

/** The page. */
export default function TestersPage() {
  const t = useText();
  const can = useCan();
  return (
    <BotFrame>
      {(bot, summary) =>
        can("update", "Bot") ? <Testers bot={bot} summary={summary} /> : <Notice>{t("testers.notYours")}</Notice>
      }
    </BotFrame>
  );
}

function Testers({ bot, summary }: { bot: Bot; summary: BotSummary | undefined }) {
  const t = useText();
  const { query, here } = usePage<typeof testersGrammar, "id">();
  const links = linksApi.useTestLinksQuery(askedOf(bot.id, query).links);
  const { data } = links;
  return (
    <div className="bc">
      <Trouble of={links} />
      {data?.total === 0 && (
        <Card>
          <Empty icon="link" title={t("testers.noneTitle")}>
            {t("testers.noneText")}
          </Empty>
        </Card>
      )}
      {data?.items.map((link) => (
        <Link key={link.id} bot={bot} link={link} />
      ))}
      {data && data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
      {bot.state !== "archived" && <NewLink bot={bot} versions={summary?.versions ?? 0} />}
      {data && data.total > 0 && <TesterComments bot={bot} />}
    </div>
  );
}

/** One link: its address while it is open, and what has come of it. */
function Link({ bot, link }: { bot: Bot; link: TesterLink }) {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof testersGrammar, "id">();
  const call = `${linksOf(bot.id)}/${link.id}`;
  const ends = `revoke-${link.id}`;
  const version = /^\d+$/.test(link.version)
    ? t("testers.vNumber", { n: link.version })
    : t(`testers.v.${link.version}`); // i18n: testers.v.*
  return (
    <Card
      id={`l${link.id}`}
      title={<bdi>{link.name}</bdi>}
      lead={`${version} · ${t(`channel.${link.channel}`) /* i18n: channel.* */}`}
      aside={<Pill tone={TONES[link.state]}>{t(`testers.s.${link.state}`) /* i18n: testers.s.* */}</Pill>}
    >
      <div className="stack">
        <Refusal call={call} />
        {link.link && <CodeBlock name={t("testers.link")} code={link.link} />}
        <Facts
          items={[
            [t("testers.madeBy"), link.made_by ?? "—"],
            link.revoked_at
              ? [t("testers.revokedAt"), f.dateTime(link.revoked_at)]
              : [t("testers.until"), f.dateTime(link.expires_at)],
            [
              t("testers.chats"),
              link.last_at
                ? t("testers.chatsLast", { n: link.chats, at: f.dateTime(link.last_at) })
                : t("testers.unused"),
            ],
            [
              t("testers.comments"),
              link.comments ? (
                <PageLink key="c" to={`${here({ link: link.id, state: "", comments: 1 })}#comments`}>
                  {t("testers.commentsOpen", { n: link.comments, open: link.open_comments })}
                </PageLink>
              ) : (
                t("testers.noComments")
              ),
            ],
          ]}
        />
        {link.state === "open" && (
          <div className="row">
            <DialogButton opens={ends} icon="ban" variant="danger">
              {t("testers.revoke")}
            </DialogButton>
            <Confirm
              id={ends}
              title={t("testers.revokeTitle", { name: `\u2068${link.name}\u2069` })}
              act={t("testers.revoke")}
              keep={t("testers.keep")}
              form={{ call, method: "DELETE", page: here(), revision: String(link.revision), done: "linkRevoked" }}
            >
              {t("testers.revokeText")}
            </Confirm>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Another link: for whom, to what, and for how long. */
function NewLink({ bot, versions }: { bot: Bot; versions: number }) {
  const t = useText();
  const { query, session, here } = usePage<typeof testersGrammar, "id">();
  const call = linksOf(bot.id);
  const names = new Intl.DisplayNames(session.locale, { type: "language" });
  const newest = Array.from({ length: Math.min(versions, NEWEST) }, (_, at) => String(versions - at));
  const version = query.version || "working";
  return (
    <Card id="new" title={t("testers.new")} lead={t("testers.newLead")}>
      <ActionForm call={call} page={here({ page: 1 })} done="linkMade" className="stack short">
        <Refusal />
        <Field
          label={t("testers.name")}
          help={t("testers.nameHelp")}
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          dir="auto"
        />
        <Select
          label={t("testers.version")}
          name="version"
          defaultValue={version}
          options={[
            { value: "working", label: t("testers.v.working") },
            ...(bot.live_version === null ? [] : [{ value: "live", label: t("testers.v.live") }]),
            ...[...new Set([...newest, ...(/^\d+$/.test(version) ? [version] : [])])].map((n) => ({
              value: n,
              label: t("testers.vNumber", { n }),
            })),
          ]}
        />
        <Select
          label={t("testers.channel")}
          name="channel"
          defaultValue={query.channel || "web"}
          options={BOT_CHANNELS.map((id) => ({ value: id, label: t(`channel.${id}`) }))}
        />
        <Select
          label={t("testers.language")}
          name="language"
          options={[
            { value: "", label: t("testers.botsLanguage") },
            ...bot.languages.map((id) => ({ value: id, label: names.of(id) ?? id })),
          ]}
        />
        <Field
          label={t("testers.days")}
          help={t("testers.daysHelp")}
          name="days"
          defaultValue={"7"}
          type="number"
          min={1}
          max={14}
          required
        />
        <p className="row">
          <Button type="submit" icon="link">
            {t("testers.make")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}
