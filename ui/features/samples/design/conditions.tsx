import type { ReactNode } from "react";
import { Button, Card, Empty, LinkButton, Notice, ProblemNotice } from "../../../components";
import { Clipped, Conflict, NoAccess, Refreshing, Waiting } from "../../../components/data/conditions";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import type { designGrammar } from "./query";

/** One condition in a card of its own. */
const Box = ({ children }: { children: ReactNode }) => <Card className="col-4 condition">{children}</Card>;

/** What a person sees when there is nothing, not yet, not now or not allowed. */
export function Conditions() {
  const t = useText();
  const f = useFormat();
  const { here } = usePage<typeof designGrammar>();
  return (
    <>
      <Box>
        <Empty
          icon="megaphone"
          title={t("design.st.empty")}
          actions={
            <>
              <LinkButton to={here()} variant="primary" icon="plus">
                {t("design.st.new")}
              </LinkButton>
              <LinkButton to="/admin/import" variant="quiet">
                {t("design.st.import")}
              </LinkButton>
            </>
          }
        >
          {t("design.st.emptyBody")}
        </Empty>
      </Box>
      <Box>
        <Empty
          icon="filter"
          title={t("design.st.filtered")}
          actions={
            <>
              <LinkButton to={here()}>{t("design.st.filteredDo")}</LinkButton>
              <LinkButton to={here()} variant="quiet">
                {t("reports.clear")}
              </LinkButton>
            </>
          }
        >
          {t("design.st.filteredBody")}
        </Empty>
      </Box>
      <Box>
        <Empty
          icon="calendar-x"
          title={t("design.st.range")}
          actions={<LinkButton to={here()}>{t("design.st.rangeDo")}</LinkButton>}
        >
          {t("design.st.rangeBody")}
        </Empty>
      </Box>
      <Box>
        <Waiting title={t("design.st.counting")} note={t("design.st.usually")} />
      </Box>
      <Box>
        <Refreshing note={t("design.st.refreshing")}>
          <p className="big">
            <span>{t("reports.k.engaged_sessions")}</span>
            <b>{f.number(18204)}</b>
          </p>
        </Refreshing>
      </Box>
      <Box>
        <Notice
          tone="warn"
          title={t("design.st.stale")}
          actions={
            <LinkButton to={here()} size="s">
              {t("common.again")}
            </LinkButton>
          }
        >
          {t("design.st.staleBody")}
        </Notice>
      </Box>
      <Box>
        <ProblemNotice
          problem={{ status: 504, detail: t("design.st.problem"), request_id: "req_7F3K2" }}
          retry={() => undefined}
        />
      </Box>
      <Box>
        <Notice tone="quiet" title={t("design.st.offline")}>
          {t("design.st.offlineBody")}
        </Notice>
      </Box>
      <Box>
        <NoAccess
          title={t("design.st.denied")}
          actions={
            <LinkButton to={here()} variant="primary">
              {t("design.st.deniedDo")}
            </LinkButton>
          }
        >
          {t("design.st.deniedBody")}
        </NoAccess>
      </Box>
      <Box>
        <Clipped title={t("design.st.clipped")}>{t("design.st.clippedBody")}</Clipped>
      </Box>
      <Box>
        <Conflict
          title={t("design.st.clash")}
          clashes={[{ key: "phone", label: t("design.st.phone"), mine: "+91 98765 43210", theirs: "+91 98765 43219" }]}
          actions={
            <>
              <Button size="s">{t("design.st.mine")}</Button>
              <Button size="s">{t("design.st.their")}</Button>
            </>
          }
        />
      </Box>
      <Box>
        <Notice tone="good" title={t("data.copied")} />
      </Box>
    </>
  );
}
