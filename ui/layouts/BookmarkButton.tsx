import { useEffect, type FormEvent } from "react";
import { useSelector, useStore } from "react-redux";
import { ActionForm, FrameIcon, Icon } from "../components";
import { toasts } from "../components/toasts/list";
import type { ApiState } from "../api";
import { bookmarksApi, selectBookmarks, type Bookmark } from "../features/bookmarks/api";
import { path, type PathValue } from "../lib/path";
import { isProblem } from "../lib/problem";
import { rememberPage } from "../lib/recent";
import { useText } from "../lib/i18n";
import { later, titleOf, useSite, writeQuery, type Located } from "../page";

const ShortLink = later(() => import("./ShortLink"));

/** An address that is longer is shared by a short one. */
const LONGEST = 1500;
/** What the server refuses a star with. */
const REFUSALS = ["too_many", "kept_already"];

/** The address of a view in the one way its page writes it, as bookmarks keep it. */
export function viewOf({ page, query }: Located, url: string): string {
  return path(url.split(/[?#]/, 1)[0] ?? "/", writeQuery(page.query, query as Record<string, PathValue>));
}

/** The star: keeps the exact view, or lets it go, which can be taken back. */
export default function BookmarkButton() {
  const { currentPage, session } = useSite();
  const t = useText();
  const store = useStore();
  const rows = useSelector((state: ApiState) => selectBookmarks(state));
  bookmarksApi.useBarQuery();
  const [keep, keeping] = bookmarksApi.useKeepMutation();
  const [forget, forgetting] = bookmarksApi.useForgetMutation();
  const { located } = currentPage;
  const user = session.user?.id ?? "";
  const name =
    located && !currentPage.trouble ? titleOf(currentPage, session, store.getState()).replace(/ · [^·]*$/, "") : "";
  useEffect(() => {
    if (located && name && located.page.name !== "home")
      rememberPage(user, { url: viewOf(located, currentPage.url), title: name, at: new Date().toISOString() });
  }, [currentPage.url, name]); // eslint-disable-line react-hooks/exhaustive-deps -- once a view that is shown
  if (!located || currentPage.trouble) return null;
  const view = viewOf(located, currentPage.url);
  const row = rows.find(({ url }) => url === view);
  const refused = currentPage.form?.problem.code ?? "";
  const title = typeof located.page.title === "function" ? name : "";
  const label = t(row ? "common.star.remove" : "common.star.add");
  const fail = (error: unknown) =>
    void toasts.show({
      tone: "bad",
      text: t(isProblem(error) && error.code === "too_many" ? "common.star.full" : "common.star.failed"),
    });
  const back = (gone: Bookmark) =>
    void keep({ url: gone.url, title: gone.title, folder: gone.folder, position: gone.position }).then(
      ({ error }) => error && fail(error),
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (keeping.isLoading || forgetting.isLoading) return;
    const sent = row ? forget(row) : keep({ url: view, title });
    void sent.then(({ data, error }) => {
      if (error) fail(error);
      else if (row && data)
        toasts.show({ text: t("common.star.removed"), action: { label: t("common.undo"), do: () => back(data) } });
    });
  };
  const call = row
    ? { call: `/api/v1/bookmarks/${row.id}`, method: "DELETE" as const, revision: String(row.revision) }
    : { call: "/api/v1/bookmarks" };
  return (
    <>
      <ActionForm {...call} page={currentPage.url} onSubmit={send}>
        {!row && <input type="hidden" name="url" value={view} />}
        {!row && title && <input type="hidden" name="title" value={title} />}
        <button className="icon-button star" aria-label={label} data-tip={label} aria-pressed={row !== undefined}>
          <FrameIcon name="star" />
        </button>
      </ActionForm>
      {view.length > LONGEST && <ShortLink view={view} />}
      {REFUSALS.includes(refused) && (
        <div className="bookmark-error" role="alert">
          <p>
            <Icon name="circle-alert" />
            <span>{t(refused === "too_many" ? "common.star.full" : "common.star.failed")}</span>
          </p>
        </div>
      )}
    </>
  );
}
