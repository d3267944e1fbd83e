import { readMessages } from "virtual:messages";
import { PAGES } from "virtual:pages";
import { Provider } from "react-redux";
import type { Session } from "./lib/session";
import {
  layoutName,
  load,
  loadLayout,
  loadMessages,
  loadParts,
  loadProblem,
  Pages,
  type LayoutSource,
  type PageRow,
  type Shown,
} from "./page";
import { selectSession } from "./state";
import type { Store } from "./store";

// Static paths win over patterns, whatever the order features are listed in.
const weight = (page: PageRow) =>
  page.path
    .split("/")
    .map((part) => (part.startsWith(":") ? "1" : "0"))
    .join("");

/** Every page of every feature. */
export const pages: readonly PageRow[] = [...PAGES].sort((a, b) =>
  weight(a) < weight(b) ? -1 : weight(a) > weight(b) ? 1 : 0,
);

const LAYOUTS: LayoutSource = {
  frame: () => import("./layouts/Frame"),
  public: () => import("./layouts/PublicLayout"),
  "sign-in": () => import("./layouts/SignInLayout"),
};

/** Fetch what a page is made of: view, messages, layout; with trouble, what tells it. */
export async function loadPage(page: PageRow | undefined, session: Session, trouble = false): Promise<void> {
  await Promise.all([
    page ? load(page, session.locale, readMessages) : loadMessages(["common"], session.locale, readMessages),
    loadLayout(layoutName(page, session), LAYOUTS),
    trouble ? loadProblem(session.locale, readMessages) : undefined,
  ]);
}

/** The whole interface, below the router that each side brings. */
export function App({
  store,
  first,
  fetchStyles,
  applyStyles,
}: {
  store: Store;
  first: Shown;
  fetchStyles?: (page: PageRow) => Promise<void>;
  applyStyles?: (page: PageRow) => void;
}) {
  const fetchPage = async (page: PageRow | undefined, trouble?: boolean) => {
    await Promise.all([loadPage(page, selectSession(store.getState()), trouble), page && fetchStyles?.(page)]);
    await loadParts();
  };
  return (
    <Provider store={store}>
      <Pages pages={pages} first={first} fetchPage={fetchPage} applyStyles={applyStyles} />
    </Provider>
  );
}
