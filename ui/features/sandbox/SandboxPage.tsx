/** Trying a bot: what is set up, the conversation, and how each turn came about. */
import { ActionForm, Button, Empty, LinkButton, Notice, PageHead, Trouble } from "../../components";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { botsApi, ALL_BOTS } from "../bots/catalog/api";
import { sandboxApi } from "./api";
import { Debugger } from "./Debugger";
import { Setup } from "./Setup";
import { Talk } from "./Talk";
import type { sandboxGrammar } from "./query";

/** The page in each of its states. */
export default function SandboxPage() {
  const t = useText();
  const { query, form, here } = usePage<typeof sandboxGrammar>();
  const bots = botsApi.useBotsQuery(ALL_BOTS);
  const asked = sandboxApi.useSandboxQuery(query.id, { skip: !query.id });
  const data = query.id ? asked.data : undefined;
  const turn = data && (data.turns.find(({ number }) => number === query.turn) ?? data.turns.at(-1));
  return (
    <>
      <PageHead
        title={t("sandbox.title")}
        lead={t("sandbox.lead")}
        actions={
          data && (
            <>
              <ActionForm call={`/api/v1/sandbox/${data.id}/reset`} page={here({ turn: 0 })} done="reset">
                <Button type="submit" icon="undo-2">
                  {t("sandbox.reset")}
                </Button>
              </ActionForm>
              <LinkButton to={`/sandbox?bot=${data.bot}`}>{t("sandbox.other")}</LinkButton>
            </>
          )
        }
      />
      <Trouble of={bots} />
      {query.id && <Trouble of={asked} />}
      {form && (
        <Notice tone="bad" focus title={form.problem.detail ?? form.problem.title}>
          {Object.values(form.problem.errors ?? {})
            .flat()
            .join(" ")}
        </Notice>
      )}
      {bots.data?.total === 0 ? (
        <Empty
          icon="bot"
          title={t("sandbox.noBots")}
          actions={<LinkButton to="/admin/bots#new">{t("sandbox.makeBot")}</LinkButton>}
        />
      ) : (
        <div className={data ? "sb" : "sb sb-new"}>
          <Setup data={data} bots={bots.data?.items ?? []} />
          {data && <Talk data={data} turn={turn} />}
          {data && <Debugger data={data} turn={turn} />}
        </div>
      )}
    </>
  );
}
