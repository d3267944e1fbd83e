import { MESSAGES } from "virtual:messages";
import { PAGES } from "virtual:pages";
import { Provider } from "react-redux";
import { Frame, PublicLayout, SignInLayout } from "./layouts";
import type { Locale } from "./lib/session";
import { load, Pages, type Page, type Shown } from "./page";
import type { Store } from "./store";

// Static paths win over patterns, whatever the order features are listed in.
const weight = (page: Page) => page.path.split("/").map((part) => (part.startsWith(":") ? "1" : "0")).join("");

/** Every page of every feature. */
export const pages: readonly Page[] = [...PAGES].sort((a, b) => (weight(a) < weight(b) ? -1 : weight(a) > weight(b) ? 1 : 0));

/** The message files this bundle can load. */
export const messages = MESSAGES;

const layouts = { frame: Frame, public: PublicLayout, "sign-in": SignInLayout };

/** The whole interface, below the router that each side brings. */
export function App({ store, first, fetchStyles }: { store: Store; first: Shown; fetchStyles?: (page: Page) => Promise<void> }) {
  const locale: Locale = store.getState().session.locale;
  const fetchPage = async (page: Page) => {
    await Promise.all([load(page, locale, messages), fetchStyles?.(page)]);
  };
  return (
    <Provider store={store}>
      <Pages pages={pages} layouts={layouts} first={first} fetchPage={fetchPage} />
    </Provider>
  );
}
