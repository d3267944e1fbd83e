/** One's saved views of the conversation list: save the present one, rename, share, replace, delete. */
import { ActionForm, Button, Card, Empty, LinkButton, Notice, PageHead, ProblemNotice } from "../../../components";
import { Checkbox, Field } from "../../../components/fields";
import { Confirm } from "../../../components/dialogs/Confirm";
import { DialogButton } from "../../../components/dialogs/buttons";
import { Refusal } from "../../../components/forms/Refusal";
import { useText } from "../../../lib/i18n";
import { doneOf, PageLink, usePage } from "../../../page";
import { conversationsApi, VIEWS } from "./api";
import type { viewsGrammar } from "./query";
import type { SavedView } from "./types";
import "../../../styles/conversations.css";

const LIST = "/reports/conversations";

/** The page in each of its states. */
export default function ViewsPage() {
  const t = useText();
  const { query, url } = usePage<typeof viewsGrammar>();
  const { data, error, refetch } = conversationsApi.useSavedViewsQuery(null);
  if (!data) return error ? <ProblemNotice problem={error} retry={() => void refetch()} /> : null;
  const own = data.items.filter((view) => view.own);
  const others = data.items.filter((view) => !view.own);
  const done = doneOf(url) ?? "";
  return (
    <>
      <PageHead
        title={t("savedviews.title")}
        lead={t("savedviews.about")}
        actions={<LinkButton to={query.query ? `${LIST}?${query.query}` : LIST}>{t("savedviews.back")}</LinkButton>}
      />
      {["viewChanged", "viewDeleted"].includes(done) && (
        <Notice tone="good">{t(`savedviews.${done}`) /* i18n: savedviews.viewChanged savedviews.viewDeleted */}</Notice>
      )}
      <div className="sv-page">
        {query.query && <NewView present={query.query} />}
        {own.length === 0 && !query.query && (
          <Empty icon="bookmark" title={t("savedviews.none")}>
            {t("savedviews.noneHelp")}
          </Empty>
        )}
        {own.length > 0 && <h2>{t("savedviews.own")}</h2>}
        {own.map((view) => (
          <OwnView key={view.id} view={view} present={query.query} />
        ))}
        {others.length > 0 && <h2>{t("savedviews.others")}</h2>}
        {others.map((view) => (
          <p key={view.id}>
            <PageLink to={view.link}>
              <bdi>{view.name}</bdi>
            </PageLink>
          </p>
        ))}
      </div>
    </>
  );
}

/** The form that saves the list one came from. */
function NewView({ present }: { present: string }) {
  const t = useText();
  const { here } = usePage<typeof viewsGrammar>();
  return (
    <Card title={t("savedviews.new")}>
      <ActionForm className="stack" call={VIEWS} page={here()} then={`${LIST}?${present}`}>
        <Refusal fields={["query"]} />
        <input type="hidden" name="area" value="conversations" />
        <input type="hidden" name="query" value={present} />
        <Field label={t("savedviews.name")} name="name" maxLength={60} required dir="auto" />
        <Shared shared={false} />
        <p>
          <Button type="submit" variant="primary">
            {t("savedviews.saveAct")}
          </Button>
        </p>
      </ActionForm>
    </Card>
  );
}

/** One view: what can be changed of it, and its end. */
function OwnView({ view, present }: { view: SavedView; present: string }) {
  const t = useText();
  const { here } = usePage<typeof viewsGrammar>();
  const call = `${VIEWS}/${view.id}`;
  const dialog = `delete-view-${view.id}`;
  return (
    <Card title={view.name}>
      <ActionForm
        className="stack"
        call={call}
        method="PATCH"
        page={here()}
        done="viewChanged"
        revision={String(view.revision)}
      >
        <Refusal fields={["query"]} />
        <Field label={t("savedviews.name")} name="name" maxLength={60} required dir="auto" defaultValue={view.name} />
        <Shared shared={view.shared} />
        {present && <Checkbox name="query" value={present} label={t("savedviews.replace")} />}
        <div className="rv-acts">
          <Button type="submit">{t("savedviews.saveAct")}</Button>
          <LinkButton to={view.link} variant="quiet">
            {t("savedviews.open")}
          </LinkButton>
          <DialogButton opens={dialog} variant="quiet">
            {t("savedviews.delete")}
          </DialogButton>
        </div>
      </ActionForm>
      <Confirm
        id={dialog}
        title={t("savedviews.deleteTitle", { name: view.name })}
        act={t("savedviews.delete")}
        keep={t("savedviews.keep")}
        form={{ call, method: "DELETE", page: here(), done: "viewDeleted", revision: String(view.revision) }}
      >
        {t(view.shared ? "savedviews.deleteShared" : "savedviews.deleteOwn")}
      </Confirm>
    </Card>
  );
}

/** Whether everybody reads it; the last value counts, so that an empty box says no. */
function Shared({ shared }: { shared: boolean }) {
  const t = useText();
  return (
    <>
      <input type="hidden" name="shared" value="0" />
      <Checkbox name="shared" value="1" defaultChecked={shared} label={t("savedviews.shared")} />
    </>
  );
}
