import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { useDispatch, useSelector } from "react-redux";
import { FrameIcon, PageLink } from "../components";
import { searchApi } from "../features/search/api";
import { useFormat, useText } from "../lib/i18n";
import { path } from "../lib/path";
import { recentSearches, rememberSearch } from "../lib/recent";
import { useSite } from "../page";
import { searched, selectQuery } from "../state";
import { groupsOf, lineId, ResultList, usePaused, type Group, type Option } from "./finding";

const Palette = lazy(() => import("./Palette"));

/** The search of the bar: a form that leads to the page of everything, with a list under it while one types. */
export default function SearchBox() {
  const t = useText();
  const f = useFormat();
  const { session, go, fetchPage } = useSite();
  const [palette, setPalette] = useState(false);
  const dispatch = useDispatch();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  /** What had the focus before the palette: it has it again afterwards. */
  const before = useRef<Element | null>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [wide, setWide] = useState(false);
  const [at, setAt] = useState(-1);
  const [recent, setRecent] = useState<string[]>([]);
  const user = session.user?.id ?? "";
  const paused = usePaused(text.trim());
  const q = useSelector(selectQuery);
  const result = searchApi.useSearchQuery({ q }, { skip: !open || q === "" });
  // An answer to other words than the last asked for is shown only until the right one is there.
  const groups: Group[] =
    text.trim() === ""
      ? recent.length > 0
        ? [
            {
              id: "recent",
              name: t("common.search.recent"),
              options: recent.map((words) => ({ key: words, to: null, words, icon: "history" })),
            },
          ]
        : []
      : groupsOf(result.data, t, f);
  const options = groups.flatMap((group) => group.options);
  const settled = q === text.trim() && !result.isFetching;
  const none = q !== "" && settled && result.data !== undefined && options.length === 0;
  const visible = open && (groups.length > 0 || none || result.isError || (result.isFetching && q !== ""));

  useEffect(() => setAt(-1), [result.data]);
  useEffect(() => void dispatch(searched(paused)), [dispatch, paused]);
  // What was typed before this came alive is in the box already.
  useEffect(() => setText(box.current?.value ?? ""), []);
  useEffect(() => {
    if (wide) box.current?.focus();
  }, [wide]);

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (document.querySelector("dialog:modal")) return;
      before.current = document.activeElement;
      // What is typed before the palette is there goes into the box, and with it into the palette.
      box.current?.focus();
      // The page of everything found has the palette's words.
      void fetchPage("search").then(() => setPalette(true));
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [fetchPage]);

  const begin = () => {
    setRecent(recentSearches(user));
    setOpen(true);
  };
  const end = () => {
    setOpen(false);
    setWide(false);
    setAt(-1);
  };
  const write = (words: string) => {
    if (box.current) box.current.value = words;
    setText(words);
    setOpen(true);
  };
  /** Give what was typed to the palette that has just opened. */
  const hand = () => {
    const typed = box.current?.value ?? "";
    write("");
    end();
    return typed;
  };
  const shut = () => {
    setPalette(false);
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  const leave = (to: string) => {
    if (text.trim()) rememberSearch(user, text.trim());
    end();
    write("");
    setOpen(false);
    box.current?.blur();
    if (to.startsWith("/")) go(to);
    else window.location.assign(to);
  };
  const choose = (option: Option) => (option.to === null ? write(option.words ?? "") : leave(option.to));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const option = options[at];
    if (option) choose(option);
    else if (text.trim()) leave(path("/search", { q: text.trim() }));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      if (visible || !text) end();
      else write("");
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    if (!open) return begin();
    const next = at + step;
    const place = next < -1 ? options.length - 1 : next >= options.length ? -1 : next;
    setAt(place);
    document.getElementById(lineId(id, place))?.scrollIntoView({ block: "nearest" });
  };
  const widen = (event: MouseEvent) => {
    event.preventDefault();
    setWide(true);
  };
  return (
    <>
      <PageLink
        to="/search"
        id="find-open"
        className="icon-button seek-open"
        aria-label={t("common.search.name")}
        onClick={widen}
      >
        <FrameIcon name="search" size={20} />
      </PageLink>
      <form
        className={wide ? "seek wide" : "seek"}
        role="search"
        aria-label={t("common.search.everywhere")}
        action="/search"
        method="get"
        onSubmit={submit}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && end()}
      >
        <FrameIcon name="search" size={16} />
        <input
          ref={box}
          id="find"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          placeholder={t("common.search.name")}
          aria-label={t("common.search.everywhere")}
          role="combobox"
          aria-expanded={visible}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? lineId(id, at) : undefined}
          onChange={(event) => write(event.target.value)}
          onFocus={begin}
          onKeyDown={press}
        />
        <kbd aria-hidden="true">{open ? "Esc" : "/"}</kbd>
        <div className="seek-list" hidden={!visible} aria-busy={result.isFetching}>
          {result.isFetching && <div className="progress" />}
          <ResultList id={id} groups={groups} at={at} onChoose={choose} />
          {none && <p className="seek-none">{t("common.search.none", { q: `\u2068${q}\u2069` })}</p>}
          {result.isError && <p className="seek-none bad">{t("common.search.failed")}</p>}
        </div>
        <span className="sr" role="status">
          {open && settled && q
            ? result.isError
              ? t("common.search.failed")
              : none
                ? t("common.search.none", { q })
                : t("common.search.found", { n: options.length })
            : ""}
        </span>
      </form>
      {palette && (
        <Suspense>
          <Palette typed={hand} onClose={shut} />
        </Suspense>
      )}
    </>
  );
}
