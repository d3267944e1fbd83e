import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type MouseEvent } from "react";
import { useDispatch } from "react-redux";
import { Icon, PageLink, type IconName } from "../components";
import { Marked } from "../components/Marked";
import { searchApi, type Hit } from "../features/search/api";
import { useFormat, useText } from "../lib/i18n";
import { path } from "../lib/path";
import { recentSearches, rememberSearch } from "../lib/recent";
import { useSite } from "../page";
import { searched } from "../state";

/** How long one has to stop typing before anything is asked. */
const PAUSE_MS = 120;

/** One line of the list: where it leads, or words to search for again. */
interface Option {
  key: string;
  to: string | null;
  words?: string;
  hit?: Hit;
  text?: string;
  icon?: IconName;
}

/** Lines under one name. */
interface Group {
  id: string;
  name: string;
  options: Option[];
}

/** The words once typing pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const wait = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(wait);
  }, [text]);
  return paused;
}

/** The search of the bar: a form that leads to the page of everything, with a list under it while one types. */
export default function SearchBox() {
  const t = useText();
  const f = useFormat();
  const { session, go } = useSite();
  const dispatch = useDispatch();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [wide, setWide] = useState(false);
  const [at, setAt] = useState(-1);
  const [recent, setRecent] = useState<string[]>([]);
  const user = session.user?.id ?? "";
  const q = usePaused(text.trim());
  const asked = searchApi.useSearchQuery({ q }, { skip: !open || q === "" });
  // An answer to other words than the last asked for is shown only until the right one is there.
  const groups: Group[] = text.trim() === ""
    ? recent.length > 0 ? [{ id: "recent", name: t("common.search.recent"), options: recent.map((words) => ({ key: words, to: null, words, icon: "history" })) }] : []
    : (asked.data?.groups ?? []).map((group) => {
        const count = `${f.number(group.total)}${group.more ? "+" : ""}`;
        const hits = group.hits.map((hit): Option => ({ key: `${group.id}-${hit.id}`, to: hit.url, hit }));
        const all: Option[] = group.total > group.hits.length ? [{ key: `${group.id}-all`, to: path("/search", { q: asked.data?.q, group: group.id }), text: t("common.search.all", { n: count }) }] : [];
        return { id: group.id, name: t(`common.search.${group.id}`), options: [...hits, ...all] }; // i18n: common.search.*
      });
  const options = groups.flatMap((group) => group.options);
  const settled = q === text.trim() && !asked.isFetching;
  const none = q !== "" && settled && asked.data !== undefined && options.length === 0;
  const shown = open && (groups.length > 0 || none || asked.isError || (asked.isFetching && q !== ""));
  const line = (index: number) => `${id}-${index}`;

  useEffect(() => setAt(-1), [asked.data]);
  useEffect(() => void dispatch(searched(q)), [dispatch, q]);
  // What was typed before this came alive is in the box already.
  useEffect(() => setText(box.current?.value ?? ""), []);
  useEffect(() => {
    if (wide) box.current?.focus();
  }, [wide]);

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
      if (shown || !text) end();
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
    document.getElementById(line(place))?.scrollIntoView({ block: "nearest" });
  };
  const widen = (event: MouseEvent) => {
    event.preventDefault();
    setWide(true);
  };
  let number = -1;
  return (
    <>
      <PageLink to="/search" id="find-open" className="icon-button seek-open" aria-label={t("common.search.name")} onClick={widen}><Icon name="search" size={20} /></PageLink>
      <form className={wide ? "seek wide" : "seek"} role="search" aria-label={t("common.search.everywhere")} action="/search" method="get" onSubmit={submit} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && end()}>
        <Icon name="search" size={16} />
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
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? line(at) : undefined}
          onChange={(event) => write(event.target.value)}
          onFocus={begin}
          onKeyDown={press}
        />
        <kbd aria-hidden="true">{open ? "Esc" : "/"}</kbd>
        <div className="seek-list" hidden={!shown} aria-busy={asked.isFetching}>
          {asked.isFetching && <div className="progress" />}
          <div id={`${id}-list`} role="listbox" aria-label={t("common.search.name")}>
            {groups.map((group) => (
              <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
                <p id={`${id}-${group.id}`}>{group.name}</p>
                {group.options.map((option) => {
                  number += 1;
                  const place = number;
                  return (
                    // The box keeps the focus and has the keys; a press on a line is one with the mouse.
                    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
                    <div key={option.key} id={line(place)} role="option" tabIndex={-1} aria-selected={place === at} className={option.text ? "option all" : "option"} onMouseDown={(event) => event.preventDefault()} onClick={() => choose(option)}>
                      {option.icon && <Icon name={option.icon} size={16} />}
                      {option.hit ? <Line hit={option.hit} /> : <span>{option.text ?? option.words}</span>}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          {none && <p className="seek-none">{t("common.search.none", { q: `\u2068${q}\u2069` })}</p>}
          {asked.isError && <p className="seek-none bad">{t("common.search.failed")}</p>}
        </div>
        <span className="sr" role="status">{open && settled && q ? (asked.isError ? t("common.search.failed") : none ? t("common.search.none", { q }) : t("common.search.found", { n: options.length })) : ""}</span>
      </form>
    </>
  );
}

/** One thing found, with what was looked for told apart. */
function Line({ hit }: { hit: Hit }) {
  const t = useText();
  const f = useFormat();
  return (
    <>
      <span className="hit">
        <span>{hit.title.length > 0 ? <Marked parts={hit.title} /> : t("common.search.nameless")}</span>
        {hit.detail.length > 0 && <small><Marked parts={hit.detail} /></small>}
      </span>
      {hit.at && <small>{f.day(hit.at)}</small>}
    </>
  );
}
