/** What the search box and the command palette have in common: one index, the same lines. */
import { useEffect, useState } from "react";
import { Icon, type IconName } from "../components";
import { Highlight } from "../components/Highlight";
import type { Hit, SearchAnswer } from "../features/search/api";
import type { Formatter } from "../lib/format";
import { useFormat, useText } from "../lib/i18n";
import type { TextFunction } from "../lib/messages";
import { path } from "../lib/path";

/** How long one has to stop typing before anything is asked. */
const PAUSE_MS = 120;

/** One line of the list: where it leads, or words to search for again. */
export interface Option {
  key: string;
  to: string | null;
  words?: string;
  hit?: Hit;
  text?: string;
  icon?: IconName;
}

/** Lines under one name. */
export interface Group {
  id: string;
  name: string;
  options: Option[];
}

/** The words once typing pauses. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const wait = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(wait);
  }, [text]);
  return paused;
}

/** What was found, as lines that can be chosen; the last of a group leads to all of it. */
export function groupsOf(answer: SearchAnswer | undefined, t: TextFunction, f: Formatter): Group[] {
  return (answer?.groups ?? []).map((group) => {
    const count = `${f.number(group.total)}${group.more ? "+" : ""}`;
    const hits = group.hits.map((hit): Option => ({ key: `${group.id}-${hit.id}`, to: hit.url, hit }));
    const all: Option[] =
      group.total > group.hits.length
        ? [
            {
              key: `${group.id}-all`,
              to: path("/search", { q: answer?.q ?? "", group: group.id }),
              text: t("common.search.all", { n: count }),
            },
          ]
        : [];
    return { id: group.id, name: t(`common.search.${group.id}`), options: [...hits, ...all] }; // i18n: common.search.*
  });
}

/** One thing found, with what was looked for marked. */
function Line({ hit }: { hit: Hit }) {
  const t = useText();
  const f = useFormat();
  return (
    <>
      <span className="hit">
        <span>{hit.title.length > 0 ? <Highlight parts={hit.title} /> : t("common.search.nameless")}</span>
        {hit.detail.length > 0 && (
          <small>
            <Highlight parts={hit.detail} />
          </small>
        )}
      </span>
      {hit.at && <small>{f.day(hit.at)}</small>}
    </>
  );
}

interface ResultProps {
  /** Of the box, whose keys choose among the lines. */
  id: string;
  className?: string;
  groups: readonly Group[];
  /** The line that is chosen, counted through all groups. */
  at: number;
  iconOf?: (option: Option, group: Group) => IconName | undefined;
  onChoose: (option: Option, elsewhere: boolean) => void;
}

/** The element of a line. */
export const lineId = (id: string, index: number): string => `${id}-${index}`;

/** The list of a combobox: what was found, by group. */
export function ResultList({ id, className, groups, at, iconOf = ({ icon }) => icon, onChoose }: ResultProps) {
  const t = useText();
  const options = groups.flatMap((group) => group.options);
  return (
    <div id={`${id}-list`} className={className} role="listbox" aria-label={t("common.search.name")}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <p id={`${id}-${group.id}`}>{group.name}</p>
          {group.options.map((option) => {
            const place = options.indexOf(option);
            const icon = iconOf(option, group);
            return (
              // The box keeps the focus and has the keys; a press on a line is one with the mouse.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={option.key}
                id={lineId(id, place)}
                role="option"
                tabIndex={-1}
                aria-selected={place === at}
                className={option.text ? "option all" : "option"}
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => onChoose(option, event.metaKey || event.ctrlKey)}
              >
                {icon && <Icon name={icon} size={16} />}
                {option.hit ? (
                  <Line hit={option.hit} />
                ) : (
                  <span className="ellipsis">
                    <bdi>{option.text ?? option.words}</bdi>
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
