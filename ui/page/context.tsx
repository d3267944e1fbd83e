import { createContext, useContext } from "react";
import { path, type PathValue } from "../lib/path";
import type { Session } from "../lib/session";
import type { FormState, Page, PageContext, PageRow } from "./page";
import type { Located, Trouble } from "./plan";
import { languageOf } from "./plan";
import { writeQuery, type Grammar, type Values } from "./query";

/** What is on the screen: an address, its page, and what went wrong if something did. */
export interface Shown {
  key: string;
  url: string;
  located: Located | null;
  trouble: Trouble | null;
  form: FormState | null;
}

/** What links and layouts may use: the table, navigation, and whether one is under way. */
export interface Site {
  pages: readonly PageRow[];
  currentPage: Shown;
  session: Session;
  pending: boolean;
  /** The last navigation got no answer: the page it started from stays. */
  lost: boolean;
  preload: (url: string) => void;
  /** Fetch what a page is made of, its data left out. */
  fetchPage: (name: string) => Promise<void>;
  /** Go to a page; `stays` says that nothing typed is lost by it, so that nobody is asked. */
  go: (url: string, options?: { replace?: boolean; stays?: boolean }) => void;
}

/** Carries the site to everything rendered. */
export const SiteContext = createContext<Site | null>(null);

/** The site around the component. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("This component belongs inside a page.");
  return site;
}

/** Navigate without leaving the document. */
export const useGo = (): Site["go"] => useSite().go;

/** What a view knows of its page. */
export interface PageView<G extends Grammar, P extends string> extends PageContext<G, P> {
  page: Page;
  extra: string[];
  form: FormState | null;
  /** This page's address with some keys changed; `undefined` means the default. */
  here: (changes?: Partial<Record<keyof G & string, PathValue>>, options?: { reset?: boolean }) => string;
}

/** The address, its typed query and parameters, the reader and a refused form's values. */
export function usePage<G extends Grammar = Record<never, never>, P extends string = never>(): PageView<G, P> {
  const { currentPage, session } = useSite();
  if (!currentPage.located) throw new Error("usePage needs a page of the route table.");
  const { page, params, query, extra } = currentPage.located;
  const here: PageView<G, P>["here"] = (changes = {}, { reset = false } = {}) => {
    const values = {
      ...(reset ? {} : (query as Record<string, PathValue>)),
      ...(changes as Record<string, PathValue>),
    };
    return path(currentPage.url.split(/[?#]/, 1)[0] ?? "/", {
      ...writeQuery(page.query, values),
      hl: languageOf(currentPage.url),
    });
  };
  return {
    page,
    params: params as Record<P, string>,
    query: query as Values<G>,
    extra,
    url: currentPage.url,
    session,
    form: currentPage.form,
    here,
  };
}
