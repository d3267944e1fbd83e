/** Trying a bot: what is set up, the conversation, and how each turn came about. */
import { ActionForm, Can, Empty, Icon, LinkButton, Menu, PageHead, PageLink, Trouble } from "../../components";
import { PageRefusal } from "../../components/forms/PageRefusal";
import { useFormat, useText } from "../../lib/i18n";
import { path } from "../../lib/path";
import { later, usePage } from "../../page";
import { botsApi, ALL_BOTS } from "../bots/catalog/api";
import { sandboxApi } from "./api";
import { Setup } from "./Setup";
import { Talk } from "./Talk";
import { PARTS, type sandboxGrammar } from "./query";
import type { Sandbox } from "./types";
import "../../styles/bot-media.css";
import "./sandbox.css";

const Debugger = later(() => import("./Debugger"), "Debugger");
const Comparison = later(() => import("./Comparison"), "Comparison");

/** The page in each of its states. */
export default function SandboxPage() {
  const t = useText();
  const { query } = usePage<typeof sandboxGrammar>();
  const bots = botsApi.useBotsQuery(ALL_BOTS);
  const result = sandboxApi.useSandboxQuery(query.id, { skip: !query.id });
  const data = query.id ? result.data : undefined;
  const turn = data && (data.turns.find(({ number }) => number === query.turn) ?? data.turns.at(-1));
  return (
    <>
      <PageHead
        title={t("sandbox.title")}
        lead={t("sandbox.lead")}
        {...(data && { back: { to: `/admin/bots/${data.bot}`, label: data.bot_name } })}
        actions={data && <Actions data={data} />}
      />
      <Trouble of={bots} />
      {query.id && <Trouble of={result} />}
      <PageRefusal />
      {bots.data?.total === 0 ? (
        <Empty
          icon="bot"
          title={t("sandbox.noBots")}
          actions={<LinkButton to="/admin/bots#new">{t("sandbox.makeBot")}</LinkButton>}
        />
      ) : (
        <div className={classOf(data, query.with)} data-part={query.part}>
          {data && <Parts data={data} />}
          <Setup data={data} bots={bots.data?.items ?? []} />
          {data &&
            (query.with ? (
              <Comparison data={data} turn={turn} version={query.with} />
            ) : (
              <>
                <Talk data={data} turn={turn} />
                <Debugger data={data} turn={turn} />
              </>
            ))}
        </div>
      )}
    </>
  );
}

/** Two versions have a phone each. */
const classOf = (data: Sandbox | undefined, version: string) => (data ? (version ? "sb sb-both" : "sb") : "sb sb-new");

/** Starting again, with or without who the person was, and what cases are for. */
function Actions({ data }: { data: Sandbox }) {
  const t = useText();
  const { query, here } = usePage<typeof sandboxGrammar>();
  const reset = { call: `/api/v1/sandbox/${data.id}/reset`, page: here({ turn: 0, part: "talk" }), done: "reset" };
  return (
    <>
      {!query.with && (
        <LinkButton to={here({ with: otherOf(data), part: "debugger" })} icon="git-branch">
          {t("sandbox.compare")}
        </LinkButton>
      )}
      <Can I="update" a="Bot">
        <LinkButton
          to={`${path(`/admin/bots/${data.bot}/testers`, { version: data.version, channel: data.channel })}#new`}
          icon="link"
        >
          {t("sandbox.share")}
        </LinkButton>
      </Can>
      <Can I="read" a="Bot">
        <LinkButton to={`/admin/bots/${data.bot}/cases`} icon="circle-check">
          {t("sandbox.cases")}
        </LinkButton>
      </Can>
      {!data.link && (
        <Menu label={t("sandbox.reset")} icon="undo-2">
          <ActionForm {...reset}>
            <input type="hidden" name="keep_contact" value="true" />
            <button className="menu-item">
              {t("sandbox.resetKeep", { name: String(data.contact.first_name ?? "") })}
            </button>
          </ActionForm>
          <ActionForm {...reset}>
            <input type="hidden" name="keep_contact" value="false" />
            <button className="menu-item">{t("sandbox.resetForget")}</button>
          </ActionForm>
        </Menu>
      )}
    </>
  );
}

/** The version one first compares with: what is published where the working copy is tried, else the working copy. */
const otherOf = ({ version, versions }: Sandbox) =>
  version === "working" && versions[0] !== undefined ? String(versions[0]) : "working";

/** On a narrow screen one part at a time, as links; the clock is always in sight. */
function Parts({ data }: { data: Sandbox }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof sandboxGrammar>();
  const steps = (data.turns.find(({ number }) => number === query.turn) ?? data.turns.at(-1))?.trace.path.length;
  return (
    <nav className="tabs sb-parts" aria-label={t("sandbox.parts")}>
      {PARTS.map((part) => (
        <PageLink
          key={part}
          to={here({ part })}
          aria-current={query.part === part ? "page" : undefined}
          className={`sb-to-${part}`}
        >
          {
            part === "debugger" && query.with
              ? t("sandbox.comparison")
              : t(`sandbox.part.${part}`) /* i18n: sandbox.part.* */
          }
          {part === "debugger" && !query.with && steps !== undefined && (
            <span className="count">{f.number(steps)}</span>
          )}
        </PageLink>
      ))}
      <PageLink to={`${here({ part: "setup" })}#clock`} className={data.clock.moved ? "sb-at moved" : "sb-at"}>
        <Icon name="clock" size={14} />
        {data.clock.moved ? f.dateTime(data.clock.at, data.clock.zone) : t("sandbox.now")}
      </PageLink>
    </nav>
  );
}
