/** All of one's notifications, newest first. */
import type { FormEvent } from "react";
import {
  ActionForm,
  Button,
  Card,
  Empty,
  Icon,
  LinkButton,
  Notice as Said,
  PageHead,
  Tabs,
  Trouble,
} from "../../components";
import { Pagination } from "../../components/Pagination";
import { useText } from "../../lib/i18n";
import { usePage } from "../../page";
import { notificationsApi } from "./api";
import { Line, useSentence } from "./Line";
import type { notificationsGrammar } from "./query";
import type { Notice, NoticePage } from "./types";
import { useNews, useNotices } from "./useNotices";
import "./notifications.css";

const API = "/api/v1/notifications";

/** A form's way with a script: done in place. */
const instead = (act: () => unknown) => (event: FormEvent) => {
  event.preventDefault();
  act();
};

/** The page in each of its states. */
export default function NotificationsPage() {
  const t = useText();
  const { query, form, here } = usePage<typeof notificationsGrammar>();
  const { gone, ...list } = query;
  const result = notificationsApi.useNotificationsQuery(list);
  const { data } = result;
  const notices = useNotices();
  useNews(data);
  return (
    <>
      <PageHead
        title={t("notifications.title")}
        lead={data && (data.unread ? t("notifications.lead", { n: data.unread }) : t("notifications.leadNone"))}
        actions={
          <>
            {data && data.unread > 0 && (
              <ActionForm
                call={`${API}/read`}
                page={here({ gone: undefined })}
                done="readAll"
                onSubmit={instead(notices.readAll)}
              >
                <Button type="submit" icon="check-check">
                  {t("notifications.readAll")}
                </Button>
              </ActionForm>
            )}
            <LinkButton to="/pages/account-settings/notifications" icon="settings">
              {t("notifications.settings")}
            </LinkButton>
          </>
        }
      />
      {/* i18n: notifications.all notifications.unread */}
      <Tabs
        label={t("notifications.show")}
        items={(["", "unread"] as const).map((show) => ({
          label: t(`notifications.${show || "all"}`),
          to: here({ show }, { reset: true }),
          current: query.show === show,
        }))}
      />
      <div className="stack">
        <Trouble of={result} />
        {form && <Said tone="bad" focus title={form.problem.detail ?? form.problem.title} />}
        {gone && <Gone id={gone} />}
        {data && (data.items.length > 0 ? <List data={data} notices={notices} /> : <Nothing total={data.total} />)}
      </div>
    </>
  );
}

/** What was just deleted without a script can be taken out again. */
function Gone({ id }: { id: string }) {
  const t = useText();
  const { here } = usePage<typeof notificationsGrammar>();
  const [row, revision] = id.split(".");
  return (
    <ActionForm
      call={`${API}/${row}/restore`}
      page={here({ gone: undefined })}
      done="restored"
      revision={revision ?? ""}
    >
      <Button type="submit" icon="history">
        {t("notifications.restore")}
      </Button>
    </ActionForm>
  );
}

/** The rows, and where one is among them. */
function List({ data, notices }: { data: NoticePage; notices: ReturnType<typeof useNotices> }) {
  const t = useText();
  const { here } = usePage<typeof notificationsGrammar>();
  return (
    <>
      <Card flush>
        <ul className="nt" aria-label={t("notifications.title")}>
          {data.items.map((notice) => (
            <Row key={notice.id} notice={notice} notices={notices} />
          ))}
        </ul>
      </Card>
      <Pagination of={data} to={(page) => here({ page })} />
    </>
  );
}

/** One row with what can be done to it. */
function Row({ notice, notices }: { notice: Notice; notices: ReturnType<typeof useNotices> }) {
  const t = useText();
  const { here } = usePage<typeof notificationsGrammar>();
  const what = useSentence()(notice);
  const call = `${API}/${notice.id}`;
  const act = (icon: "check" | "trash", label: string) => (
    <button className="icon-button" aria-label={label} title={label}>
      <Icon name={icon} size={16} />
    </button>
  );
  return (
    <li data-id={notice.id}>
      <Line notice={notice} onFollow={() => void notices.read(notice)} />
      <span className="nt-do">
        {!notice.is_read && (
          <ActionForm
            call={`${call}/read`}
            page={here({ gone: undefined })}
            done="read"
            onSubmit={instead(() => notices.read(notice))}
          >
            {act("check", t("notifications.readOne", { what }))}
          </ActionForm>
        )}
        <ActionForm
          call={call}
          method="DELETE"
          revision={String(notice.revision)}
          page={here({ gone: `${notice.id}.${notice.revision + 1}` })}
          done="deleted"
          onSubmit={instead(() => notices.remove(notice))}
        >
          {act("trash", t("notifications.deleteOne", { what }))}
        </ActionForm>
      </span>
    </li>
  );
}

/** No row on this page, none unread, or none at all. */
function Nothing({ total }: { total: number }) {
  const t = useText();
  const { query, here } = usePage<typeof notificationsGrammar>();
  if (total > 0)
    return (
      <Empty
        icon="filter"
        title={t("notifications.pastTitle")}
        actions={<LinkButton to={here({ page: 1 })}>{t("notifications.toFirst")}</LinkButton>}
      />
    );
  if (!query.show)
    return (
      <Empty icon="bell" title={t("notifications.emptyTitle")}>
        {t("notifications.emptyText")}
      </Empty>
    );
  return (
    <Empty
      icon="circle-check"
      title={t("notifications.noneTitle")}
      actions={<LinkButton to={here({}, { reset: true })}>{t("notifications.showAll")}</LinkButton>}
    >
      {t("notifications.noneText")}
    </Empty>
  );
}
