/** A bot's regression cases: the list with each one's last result, one of them opened, and a form for another. */
import { ActionForm, Button, Can, Card, Empty, PageLink, Trouble } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { PageRefusal } from "../../../components/forms/PageRefusal";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { BotFrame } from "../layout/BotFrame";
import { casesApi } from "./api";
import { CaseCard } from "./CaseCard";
import { CaseForm } from "./CaseForm";
import { Result } from "./Result";
import type { casesGrammar } from "./query";
import type { CasePage, CaseRow } from "./types";
import "./cases.css";

/** The page in each of its states. */
export default function CasesPage() {
  const { params } = usePage<typeof casesGrammar, "id">();
  return <BotFrame>{() => <Cases bot={params.id} />}</BotFrame>;
}

function Cases({ bot }: { bot: string }) {
  const t = useText();
  const { query } = usePage<typeof casesGrammar, "id">();
  const result = casesApi.useCasesQuery({ bot, page: query.page });
  const opened = casesApi.useCaseQuery({ bot, id: query.case }, { skip: !query.case });
  const { data } = result;
  const testCase = query.case ? opened.data : undefined;
  return (
    <>
      <Trouble of={result} />
      {query.case && <Trouble of={opened} />}
      <PageRefusal />
      {data && (
        <div className={testCase ? "cs cs-open" : "cs"}>
          <div className="stack">
            <List bot={bot} data={data} />
            {!testCase && (
              <Can I="update" a="Bot">
                <Card title={t("cases.new")} id="new">
                  <CaseForm bot={bot} />
                </Card>
              </Can>
            )}
          </div>
          {testCase && <CaseCard key={`${testCase.id}/${query.view}`} bot={bot} testCase={testCase} />}
        </div>
      )}
    </>
  );
}

/** All cases, with running them; or what they are for. */
function List({ bot, data }: { bot: string; data: CasePage }) {
  const t = useText();
  const { query, here } = usePage<typeof casesGrammar>();
  if (data.total === 0)
    return (
      <Empty
        icon="circle-check"
        title={t("cases.none")}
        actions={
          <Can I="read" a="Sandbox">
            <ActionForm call="/api/v1/sandbox" page={here()} then="/sandbox?id={id}#say">
              <input type="hidden" name="bot" value={bot} />
              <Button type="submit" icon="flask-conical">
                {t("cases.sandbox")}
              </Button>
            </ActionForm>
          </Can>
        }
      >
        {t("cases.noneText")}
      </Empty>
    );
  return (
    <>
      <Card
        flush
        foot={
          query.case && (
            <Can I="update" a="Bot">
              <PageLink to={`${here({ case: undefined, view: undefined })}#new`}>{t("cases.new")}</PageLink>
            </Can>
          )
        }
        title={t("cases.title")}
        lead={t("cases.count", { n: data.total })}
        aside={
          <Can I="update" a="Bot">
            <ActionForm call={`/api/v1/bots/${bot}/cases/run`} page={here()} done="ran">
              <Button type="submit" icon="play">
                {t("cases.runAll")}
              </Button>
            </ActionForm>
          </Can>
        }
      >
        <ul className="cs-list">
          {data.items.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      </Card>
      <Pagination of={data} to={(page) => here({ page })} />
    </>
  );
}

/** Name, result, where it comes from and how long it is. */
function Row({ row }: { row: CaseRow }) {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof casesGrammar>();
  return (
    <li>
      <PageLink
        to={here({ case: row.id, view: "result" })}
        aria-current={row.id === query.case ? "true" : undefined}
        className="cs-row"
      >
        <b dir="auto">{row.name}</b>
        <Result last={row.last} />
        <small>
          {/* i18n: cases.s.* */}
          {[
            t(`cases.s.${row.source}`),
            t("cases.turns", { n: row.turns }),
            row.last && t("cases.ran", { when: f.ago(row.last.ran_at) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </PageLink>
    </li>
  );
}
