import { Card, Icon, LinkButton, PageLink, Trouble, useCan } from "../../components";
import { Facts } from "../../components/Facts";
import { useFormat, useText } from "../../lib/i18n";
import { useSite } from "../../page";
import { ALL_BOTS, botsApi } from "../bots/catalog/api";
import { importsApi } from "../imports/api";
import { jobsApi } from "../jobs/api";
import { reportsApi, USUAL } from "../reports/dashboard/api";
import { DEAD } from "./query";
import { waiting, type Answers } from "./waiting";

/** What waits for the reader, beside the last four weeks in short. */
export function Attention() {
  const { session } = useSite();
  const t = useText();
  const f = useFormat();
  const may = useCan();
  const imports = importsApi.useImportsQuery(1, { skip: !may("read", "Import") });
  const bots = botsApi.useBotsQuery(ALL_BOTS, { skip: !may("read", "Bot") });
  const jobs = jobsApi.useJobsQuery(DEAD, { skip: !may("read", "Job") });
  const result = reportsApi.useDashboardQuery(USUAL, { skip: !may("read", "Dashboard") });
  const dashboard = result.data;
  const items = waiting(
    {
      imports: imports.data?.items,
      bots: bots.data?.items,
      jobs: jobs.data?.items,
      dashboard,
      people: session.waiting,
    },
    session.now,
    t,
    f,
  );
  const failed = [imports, bots, jobs, result].filter((part) => part.error !== undefined);
  return (
    <div className="grid12">
      <Card
        className={dashboard?.as_of ? "col-8" : "col-12"}
        title={t(dashboard?.as_of === null ? "home.steps" : "home.attention")}
        flush
      >
        {failed.map((part, n) => (
          <Trouble key={n} of={part} />
        ))}
        {dashboard?.as_of === null ? (
          <FirstSteps />
        ) : items.length + failed.length === 0 ? (
          <p className="calm">
            <Icon name="circle-check" />
            {t("home.calm")}
          </p>
        ) : (
          <ul className="waits">
            {items.map(({ tone, icon, text, to }) => (
              <li key={text}>
                <PageLink to={to}>
                  <Icon name={icon} className={tone} />
                  <span>{text}</span>
                  <Icon name="chevron-right" size={16} className="mirror" />
                </PageLink>
              </li>
            ))}
          </ul>
        )}
      </Card>
      {dashboard?.as_of && <FourWeeks dashboard={dashboard} />}
    </div>
  );
}

/** How much went on, how fresh that is, and how much of it may still change. */
function FourWeeks({ dashboard }: { dashboard: NonNullable<Answers["dashboard"]> }) {
  const t = useText();
  const f = useFormat();
  const value = (id: string) => f.number(dashboard.cards.find((card) => card.id === id)?.value ?? null);
  const provisional = dashboard.cards.filter((card) => card.provisional).length;
  return (
    <Card
      className="col-4"
      title={t("home.weeks")}
      lead={f.range(dashboard.filters.from, dashboard.filters.to)}
      foot={t("home.asOf", { time: f.dateTime(dashboard.as_of, dashboard.filters.zone) })}
    >
      <Facts
        items={[
          [t("home.sessions"), <b key="s">{value("engaged_sessions")}</b>],
          [t("home.users"), <b key="u">{value("users_active")}</b>],
          [t("home.provisional"), f.number(provisional)],
        ]}
      />
    </Card>
  );
}

/** A workspace without any conversation: the steps that fill it. */
function FirstSteps() {
  const t = useText();
  const may = useCan();
  return (
    <div className="first">
      <p>{t("home.empty")}</p>
      <div className="row">
        {may("create", "Import") && (
          <LinkButton to="/admin/import" variant="primary" icon="upload">
            {t("home.bring")}
          </LinkButton>
        )}
        {may("create", "Bot") && (
          <LinkButton to="/admin/bots" icon="bot">
            {t("home.make")}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
