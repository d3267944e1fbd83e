/** The command palette: the search box's index, recent pages and actions, by keyboard alone. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { useDispatch } from "react-redux";
import { ActionForm, Icon, type IconName } from "../components";
import { searchApi } from "../features/search/api";
import { useQuietSend } from "../hooks/useQuietSend";
import { useFormat, useText } from "../lib/i18n";
import { recentPages, rememberSearch } from "../lib/recent";
import type { Skin } from "../lib/session";
import { useSite } from "../page";
import { laidOut } from "../state";
import { groupsOf, lineId, ResultList, usePaused, type Group, type Option } from "./finding";

/** What the first character narrows the search to. */
const PREFIXES: Readonly<Record<string, string>> = { ">": "actions", "#": "bots", "@": "people" };
/** The groups one may narrow to, in their order here. */
const ORDER = [
  "actions",
  "pages",
  "bots",
  "conversations",
  "clients",
  "outlets",
  "vehicles",
  "customers",
  "leads",
  "reference",
  "people",
  "help",
];
const ICONS: Readonly<Record<string, IconName>> = {
  pages: "arrow-right",
  bots: "bot",
  conversations: "messages-square",
  clients: "building",
  outlets: "building",
  vehicles: "car",
  customers: "user",
  leads: "shield-check",
  reference: "book-open",
  people: "users",
  help: "circle-help",
};
/** The key as it is printed. */
const ESCAPE = "Esc";
/** The form that changes the skin, as one without a script has it. */
const SKIN_FORM = "palette-skin";

/** What was typed: a group by its prefix, and the words after it. */
export function read(text: string): { group: string; q: string } {
  const group = PREFIXES[text.trimStart()[0] ?? ""] ?? "";
  return { group, q: (group ? text.trimStart().slice(1) : text).trim() };
}

interface Props {
  /** Takes over what was typed before it was there. */
  typed: () => string;
  onClose: () => void;
}

/** The dialog, open for as long as it is there. */
export default function Palette({ typed: before, onClose }: Props) {
  const t = useText();
  const f = useFormat();
  const { session, currentPage, go } = useSite();
  const dispatch = useDispatch();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [tab, setTab] = useState("");
  const [at, setAt] = useState(0);
  const user = session.user?.id ?? "";
  const typed = read(usePaused(text));
  const group = typed.group || (typed.q ? tab : "actions");
  const result = searchApi.useSearchQuery({ q: typed.q, group }, { skip: typed.q === "" && group !== "actions" });
  const isCurrent = read(text).q === typed.q && !result.isFetching;
  const groups_ = groupsOf(result.data, t, f).sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
  const recent: Group[] =
    text === ""
      ? [
          {
            id: "recent",
            name: t("search.opened"),
            options: recentPages(user)
              .slice(0, 5)
              .map(({ url, title }): Option => ({ key: url, to: url, text: title, icon: "history" })),
          },
        ]
      : [];
  const groups = [...recent, ...groups_].filter(({ options }) => options.length > 0);
  const options = groups.flatMap((group) => group.options);
  const none = isCurrent && typed.q !== "" && options.length === 0 && !result.isError;

  // With its first paint: Escape closes what is seen.
  const first = useRef(before);
  useLayoutEffect(() => {
    setText(first.current());
    dialog.current?.showModal();
  }, []);
  useEffect(() => setAt(0), [result.data, text, tab]);

  const skin = useQuietSend((values) => {
    const chosen = values.get("skin") as Skin;
    dispatch(laidOut({ skin: chosen }));
    document.documentElement.dataset["skin"] = chosen;
  });
  const choose = (option: Option, elsewhere = false) => {
    const command = /^skin-(\w+)$/.exec(option.hit?.id ?? "")?.[1];
    if (typed.q) rememberSearch(user, typed.q);
    if (command) document.querySelector<HTMLButtonElement>(`#${SKIN_FORM} [value=${command}]`)?.click();
    dialog.current?.close();
    if (command || option.to === null) return;
    if (elsewhere) window.open(option.to, "_blank", "noopener");
    else if (option.to.startsWith("/")) go(option.to);
    else window.location.assign(option.to);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const option = options[at];
      if (option && isCurrent) choose(option, event.metaKey || event.ctrlKey);
    } else if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const place = (at + step + options.length) % options.length;
      setAt(place);
      document.getElementById(lineId(id, place))?.scrollIntoView({ block: "nearest" });
    }
  };
  return (
    // A press on the veil is a press on the dialog itself; Escape closes it too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={t("search.palette")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="palette-head">
        <Icon name="search" />
        <input
          type="text"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={text}
          placeholder={t("search.command")}
          aria-label={t("search.palette")}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? lineId(id, at) : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
        <form method="dialog">
          <button className="button quiet size-s" aria-label={t("common.close")}>
            <kbd>{ESCAPE}</kbd>
          </button>
        </form>
      </div>
      {typed.q !== "" && typed.group === "" && (
        <div className="palette-tabs segments" role="group" aria-label={t("search.narrow")}>
          {["", ...ORDER].map((group) => (
            // i18n: common.search.*
            <button key={group} type="button" aria-pressed={tab === group} onClick={() => setTab(group)}>
              {group === "" ? t("search.all") : t(`common.search.${group}`)}
            </button>
          ))}
        </div>
      )}
      {result.isFetching && <div className="progress" />}
      <ResultList
        id={id}
        className="palette-list"
        groups={groups}
        at={at}
        iconOf={({ icon, hit }, { id }) => icon ?? ((hit?.icon || ICONS[id] || "arrow-right") as IconName)}
        onChoose={choose}
      />
      {none && <p className="seek-none">{t("common.search.none", { q: `\u2068${typed.q}\u2069` })}</p>}
      {result.isError && <p className="seek-none bad">{t("common.search.failed")}</p>}
      <p className="palette-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t("search.move")}
        </span>
        <span>
          <kbd>↵</kbd> {t("search.open")}
        </span>
        {Object.entries(PREFIXES).map(([prefix, name]) => (
          <span key={prefix}>
            <kbd>{prefix}</kbd> {t(`common.search.${name}`)}
          </span>
        ))}
      </p>
      <span className="sr" role="status">
        {isCurrent && typed.q
          ? none
            ? t("common.search.none", { q: typed.q })
            : t("common.search.found", { n: options.length })
          : ""}
      </span>
      <ActionForm id={SKIN_FORM} hidden call="/api/v1/preferences" page={currentPage.url} onSubmit={skin}>
        <button name="skin" value="dark" />
        <button name="skin" value="light" />
      </ActionForm>
    </dialog>
  );
}
