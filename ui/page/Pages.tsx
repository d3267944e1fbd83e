import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useDispatch, useSelector, useStore } from "react-redux";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { LinkContext, type Linking } from "../components/Link";
import { Region } from "../components/Region";
import { useClosing } from "../hooks/useClosing";
import { savesData } from "../hooks/useSaveData";
import { asksFirst } from "../lib/unsaved";
import { ReaderProvider } from "../lib/i18n";
import { NO_ANSWER } from "../lib/problem";
import { selectSession } from "../state";
import { SiteContext, type Shown, type Site } from "./context";
import { titleOf } from "./head";
import { layoutName, layoutOf, problemView, viewOf } from "./load";
import type { PageRow } from "./page";
import { find, languageOf, plan, withLanguage, type Ask } from "./plan";

interface Props {
  pages: readonly PageRow[];
  first: Shown;
  /** Fetches what a page is made of besides its data: view, layout, messages, styles. */
  fetchPage: (page: PageRow | undefined, trouble?: boolean) => Promise<void>;
  /** Applies the fetched styles of the page on the screen, and no other page's. */
  applyStyles?: ((page: PageRow) => void) | undefined;
}

const accessOf = (pages: readonly PageRow[], href: string) => {
  const access = find(pages, href)?.page.access;
  return typeof access === "object" ? "user" : access;
};

/** Where the reader stood on each visited entry, for going back. */
const scrolled = new Map<string, number>();

/** Which link had the focus when an address was left, to have it again when what it opened is closed. */
const focused = new Map<string, string>();

/**
 * What is on the screen: within one page of one thing, what is filtered or opened keeps its fields, its pictures
 * and its focus.
 */
const standing = ({ key, located, trouble, form }: Shown): string =>
  located && !trouble && !form ? [located.page.name, ...Object.values(located.params)].join("/") : key;

/** Close the menus and panels of the page that a link in them has left open. */
function closeMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("main details[name][open]")) {
    const isIn = menu.contains(document.activeElement);
    menu.open = false;
    if (isIn) menu.querySelector("summary")?.focus({ preventScroll: true });
  }
  for (const panel of document.querySelectorAll<HTMLElement>("main [popover]:popover-open:not(dialog)"))
    panel.hidePopover();
}

/** The screen: shows a page and keeps it until everything the next one needs is here. */
export function Pages({ pages, first, fetchPage, applyStyles }: Props) {
  const location = useLocation();
  const navigate = useNavigate();
  const kind = useNavigationType();
  const dispatch = useDispatch();
  const store = useStore();
  const session = useSelector(selectSession);
  const [current, setShown] = useState(first);
  const [lost, setLost] = useState(false);
  const at = useRef({ key: location.key, url: first.url });
  const url = location.pathname + location.search + location.hash;
  useClosing();
  const pending = current.url !== url && at.current.key !== location.key;

  const ask = useCallback<Ask>((need) => dispatch(need as never) as never, [dispatch]);
  const prepare = useCallback(
    async (target: string, key: string): Promise<Shown | string> => {
      const page = find(pages, target)?.page;
      const [outcome] = await Promise.all([plan(pages, target, session, ask), page ? fetchPage(page) : undefined]);
      if (outcome.kind === "redirect") return outcome.to;
      if (outcome.kind === "trouble" && outcome.trouble.problem.status === NO_ANSWER)
        throw new Error("No answer came.");
      if (outcome.kind === "trouble") await fetchPage(page, true);
      return {
        key,
        url: target,
        located: outcome.located,
        trouble: outcome.kind === "trouble" ? outcome.trouble : null,
        form: null,
      };
    },
    [pages, session, ask, fetchPage],
  );

  useEffect(() => {
    if (at.current.key === location.key) return;
    let live = true;
    // Without a connection the page stays and its address comes back; else a chunk that is gone means a new build, and
    // the server has the page.
    const fail = () => {
      if (!live) return;
      if (!session.user || kind !== "PUSH" || navigator.onLine) return window.location.assign(url);
      setLost(true);
      window.history.back();
    };
    scrolled.set(at.current.key, window.scrollY);
    const link = document.activeElement?.getAttribute("href");
    if (link) focused.set(at.current.url, link);
    prepare(url, location.key).then((next) => {
      if (!live) return;
      if (typeof next === "string") return void window.location.assign(next);
      at.current = { key: location.key, url };
      setLost(false);
      startTransition(() => setShown(next));
    }, fail);
    return () => void (live = false);
  }, [location.key, url, prepare, kind, session.user]);

  const isAlive = useRef(false);
  // Before anything of the page is painted; the first page's are in the document.
  useLayoutEffect(() => {
    if (isAlive.current && current.located) applyStyles?.(current.located.page);
    isAlive.current = true;
  }, [current, applyStyles]);

  const waiting = useRef(session.waiting);
  useEffect(() => {
    if (waiting.current === session.waiting) return;
    waiting.current = session.waiting;
    document.title = titleOf(current, session, store.getState());
  }, [session, current, store]);
  const before = useRef(first);
  useEffect(() => {
    if (current === first) return;
    const stays = standing(current) === standing(before.current);
    before.current = current;
    if (stays) closeMenus();
    document.title = titleOf(current, session, store.getState());
    const target = current.url.includes("#") ? document.getElementById(current.url.split("#")[1] ?? "") : null;
    if (kind === "POP") window.scrollTo(0, scrolled.get(current.key) ?? 0);
    else if (target) target.scrollIntoView();
    else if (kind === "PUSH") window.scrollTo(0, 0);
    const link = kind === "REPLACE" && document.activeElement === document.body && focused.get(current.url);
    if (link) document.querySelector<HTMLElement>(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
    // Who is at work in the page goes on where they are, as long as that is in sight.
    const active = stays && !target ? document.activeElement?.closest("main *") : null;
    const isKept = active && active.getBoundingClientRect().top < window.innerHeight;
    // What had the focus may be gone, as a button that deletes is with what it deleted.
    const isLost = kind === "REPLACE" && target && document.activeElement === document.body;
    if ((kind === "PUSH" && !isKept) || isLost)
      (target ?? document.getElementById("main"))?.focus({ preventScroll: true });
  }, [current]); // eslint-disable-line react-hooks/exhaustive-deps -- runs once a shown page, whatever else changed

  const site = useMemo<Site>(
    () => ({
      pages,
      currentPage: current,
      session,
      pending,
      lost,
      preload: (target) => {
        const target_ = find(pages, target);
        if (!target_ || target_.page.access === "guest" || savesData()) return;
        void Promise.all([plan(pages, target, session, ask), fetchPage(target_.page)]).catch(() => undefined);
      },
      fetchPage: (name) => fetchPage(pages.find((page) => page.name === name)),
      go: (target, { stays = false, ...options } = {}) => {
        const go = () => void navigate(target, options);
        if (stays || !asksFirst(go)) go();
      },
    }),
    [pages, current, session, pending, lost, ask, fetchPage, navigate],
  );

  const page = current.located?.page;
  const language = page?.access === "public" || page?.access === "guest" ? languageOf(current.url) : null;
  const linking = useMemo<Linking>(
    () => ({
      here: current.url,
      request: session.request,
      feedback: session.feedback,
      href: (to) => (language && to.startsWith("/") && !languageOf(to) ? withLanguage(to, language) : to),
      // A kept public page has no token for the forms of a guest page: those come as documents of their own.
      knows: (href) => ![undefined, "guest"].includes(accessOf(pages, href)),
      go: site.go,
      preload: site.preload,
    }),
    [language, pages, current.url, site, session.request, session.feedback],
  );
  const LayoutOf = layoutOf(layoutName(page, session));
  const View = page && !current.trouble ? viewOf(page) : problemView();
  return (
    <ReaderProvider locale={session.locale} zone={session.zone} now={session.now}>
      <SiteContext value={site}>
        <LinkContext value={linking}>
          <LayoutOf>
            <Region key={standing(current)}>
              <View />
            </Region>
          </LayoutOf>
        </LinkContext>
      </SiteContext>
    </ReaderProvider>
  );
}
