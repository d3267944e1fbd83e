/** Where one is signed in. */
import { ActionForm, Button, Card, Pill, ProblemNotice } from "../../../components";
import { Pagination } from "../../../components/Pagination";
import { Table } from "../../../components/Table";
import { useFormat, useText } from "../../../lib/i18n";
import { leave } from "../../../lib/own";
import { usePage } from "../../../page";
import { accountApi } from "./api";
import { deviceName } from "../../../lib/device";
import type { securityGrammar } from "./query";
import type { AuthSession } from "./types";

/** Device, address, times; each can be ended, and all at once. */
export function SessionsCard() {
  const t = useText();
  const f = useFormat();
  const { query, here } = usePage<typeof securityGrammar>();
  const { data, error, refetch } = accountApi.useSessionsQuery(query.page);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  return (
    <>
      <Card
        flush
        title={t("security.sessions")}
        id="sessions"
        className="places"
        aside={
          <ActionForm call="/api/v1/session/all" method="DELETE" page="/pages/login-v1" onSubmit={leave}>
            <Button type="submit" size="s" variant="danger">
              {t("security.endAll")}
            </Button>
          </ActionForm>
        }
      >
        <Table<AuthSession>
          caption={t("security.sessions")}
          rows={data.items}
          rowKey={(row) => row.id}
          columns={[
            {
              key: "device",
              head: t("security.device"),
              rowHead: true,
              cell: (row) => (
                <>
                  <bdi title={row.user_agent}>{deviceName(row.user_agent) || t("security.unknown")}</bdi>
                  {row.kind === "bearer" && (
                    <>
                      {" "}
                      <Pill>{t("security.api")}</Pill>
                    </>
                  )}
                  {row.current && (
                    <>
                      {" "}
                      <Pill tone="good">{t("security.here")}</Pill>
                    </>
                  )}
                </>
              ),
            },
            {
              key: "ip",
              head: t("security.ip"),
              className: "wide",
              cell: (row) => <bdi className="mono">{row.ip}</bdi>,
            },
            { key: "since", head: t("security.since"), className: "wide", cell: (row) => f.dateTime(row.created_at) },
            { key: "seen", head: t("security.seen"), cell: (row) => f.dateTime(row.last_seen_at) },
            {
              key: "end",
              head: <span className="sr">{t("security.end")}</span>,
              cell: (row) =>
                !row.current && (
                  <ActionForm call={`/api/v1/me/sessions/${row.id}/end`} page={here({})} done="ended">
                    <Button type="submit" size="s" variant="quiet">
                      {t("security.end")}
                    </Button>
                  </ActionForm>
                ),
            },
          ]}
        />
      </Card>
      {data.total > data.per && <Pagination of={data} to={(page) => here({ page })} />}
    </>
  );
}
