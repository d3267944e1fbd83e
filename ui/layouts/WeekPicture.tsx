import { useText } from "../lib/i18n";

/** A made-up week, one letter an hour from Monday; `a` is quiet, `g` the busiest. */
const WEEK = [
  "aaaaaaabcegggfddceffecba",
  "aaaaaaabceffgedddfffeecba",
  "aaaaaaabcefggedccdeffeca",
  "aaaaaaabcefgfedcdeeffeca",
  "aaaaaaabcefffedcddeffeca",
  "aaaaaaabceefeedcccdeedca",
  "aaaaaaaabccdcccbcccccaaa",
];
const STEP = 26;
const RADII = [2, 3.5, 5, 6.5, 8, 9.5, 11];
const ROW = 34;

/** Dots of one size as one path: seven elements instead of a hundred and sixty-eight. */
function dots(level: number): string {
  const r = RADII[level] ?? 2;
  const letter = String.fromCharCode(97 + level);
  return WEEK.map((hours, day) =>
    [...hours.slice(0, 24)]
      .map((h, hour) => (h === letter ? `M${12 + hour * STEP - r} ${14 + day * ROW}a${r} ${r} 0 1 1 0 .01` : ""))
      .join(""),
  ).join("");
}

/** What the product counts: conversations by weekday and hour. */
export function WeekPicture() {
  const t = useText();
  return (
    <aside className="split-picture">
      <figure>
        <svg viewBox="0 0 624 262" aria-hidden="true">
          {RADII.map((_, level) => (
            <path key={level} className={`l${level}`} d={dots(level)} />
          ))}
          {["00", "06", "12", "18", "24"].map((hour, i) => (
            <text key={hour} x={[2, 158, 314, 470, 608][i]} y="258">
              {hour}
            </text>
          ))}
        </svg>
        <figcaption>{t("auth.picture")}</figcaption>
      </figure>
    </aside>
  );
}
