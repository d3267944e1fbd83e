/** People as avatars: one with what they are doing now, or several in one row. */
import { useFormat, useText } from "../../lib/i18n";
import { Avatar } from "../Card";
import "./data.css";

/** Whether someone is there. */
export type Presence = "online" | "away" | "busy" | "offline";

/** Each presence has its own shape: disc, half disc, disc with a bar, ring. */
const SHAPES: Readonly<Record<Presence, string>> = {
  online: "M5 1.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7z",
  away: "M5 1.5a3.5 3.5 0 0 0 0 7z",
  busy: "M5 1.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7zM3.2 4.4v1.2h3.6V4.4z",
  offline: "",
};

/** An avatar with the mark of a presence. */
export function Person({
  name,
  src,
  presence,
  size = 32,
}: {
  name: string;
  src?: string;
  presence: Presence;
  size?: 28 | 32;
}) {
  const t = useText();
  const word = t(`data.presence.${presence}`); // i18n: data.presence.*
  return (
    <span className="person">
      <Avatar name={name} size={size} {...(src && { src })} />
      <svg className={`presence ${presence}`} viewBox="0 0 10 10" role="img" aria-label={word}>
        <title>{word}</title>
        <circle cx="5" cy="5" r="3" />
        {SHAPES[presence] && <path d={SHAPES[presence]} fillRule="evenodd" />}
      </svg>
    </span>
  );
}

/** Several people in one row, and how many more there are. */
export function People({
  label,
  people,
  max = 4,
  size = 28,
}: {
  label: string;
  people: readonly { name: string; src?: string }[];
  max?: number;
  size?: 20 | 28 | 32;
}) {
  const t = useText();
  const f = useFormat();
  const rest = people.slice(max);
  return (
    <ul className="people" aria-label={label}>
      {people.slice(0, max).map((person) => (
        <li key={person.name} title={person.name}>
          <Avatar name={person.name} size={size} {...(person.src && { src: person.src })} />
          <span className="sr">{person.name}</span>
        </li>
      ))}
      {rest.length > 0 && (
        <li title={f.list(rest.map((person) => person.name))}>
          <span className={`avatar more size-${size}`} aria-hidden="true">
            {"+"}
            {f.number(rest.length)}
          </span>
          <span className="sr">{t("data.more", { n: rest.length })}</span>
        </li>
      )}
    </ul>
  );
}
