/**
 * Drawings of the widget in its own colours and words: attributes of SVG need no inline style, which the page's policy
 * refuses.
 */
import { useId } from "react";
import { useText } from "../../../lib/i18n";
import { panelValues } from "../../../widget/colours";
import { direction, textOf } from "../../../widget/launcher-words";
import { MARKS } from "../../../widget/marks";
import type { Theme } from "../../../widget/types";
import { wordsOf } from "../../../widget/words";

/** Characters that fit a line of a bubble. */
const LINE = 27;
const LINES = 3;
const TALL = 440;
const DEVICES = { desktop: 400, phone: 260 } as const;
const PANEL = 240;
const SEND = "m22 2-7 20-4-9-9-4ZM22 2 11 13";
const LEFT_OUT = "#c9c5bd";

/** A text in lines as wide as a bubble; what does not fit ends in an ellipsis. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > LINE ? `${word.slice(0, LINE - 1)}…` : word);
  }
  return lines.length > LINES ? [...lines.slice(0, LINES - 1), `${lines[LINES - 1]}…`] : lines;
}

interface Shown {
  theme: Theme;
  language: string;
  dark: boolean;
}

/** One device under its name. */
export function Device({ kind, name, ...look }: Shown & { kind: keyof typeof DEVICES; name: string }) {
  const t = useText();
  const { theme } = look;
  const width = DEVICES[kind];
  const left = theme.position === "left";
  const isDesktop = kind === "desktop";
  const x = isDesktop ? (left ? 14 : width - PANEL - 14) : 10;
  const height = isDesktop ? TALL - 110 : TALL - 20;
  const launcher = left ? 38 : width - 38;
  return (
    <figure className={`th-device ${kind}`}>
      <figcaption>{name}</figcaption>
      <svg viewBox={`0 0 ${width} ${TALL}`} role="img" aria-label={t("themes.previewOf", { name: theme.name })}>
        {isDesktop ? <Browser width={width} /> : <rect width={width} height={TALL} rx="26" fill="#1b1a18" />}
        <Panel {...look} x={x} y={isDesktop ? 34 : 10} height={height} square={!isDesktop} />
        {isDesktop && (
          <>
            <circle cx={launcher} cy={TALL - 38} r="24" fill={theme.primary} />
            <path
              transform={`translate(${launcher - 12} ${TALL - 50})`}
              d={MARKS[theme.launcher] ?? MARKS.chat}
              fill="none"
              stroke={theme.on_primary}
              strokeWidth="1.75"
            />
          </>
        )}
      </svg>
    </figure>
  );
}

/** A page of the dealer's in a browser. */
function Browser({ width }: { width: number }) {
  return (
    <>
      <rect width={width} height={TALL} rx="8" fill="#ffffff" stroke={LEFT_OUT} />
      <rect width={width} height="24" rx="8" fill="#e2dfda" />
      {[60, 86, 128, 144, 160, 210, 226, 242].map((y, at) => (
        <rect key={y} x="24" y={y} width={at < 2 ? 160 : 330} height={at < 2 ? 16 : 6} fill="#e2dfda" />
      ))}
    </>
  );
}

/** The open panel. */
function Panel({
  theme,
  language,
  dark,
  x,
  y,
  height,
  square,
}: Shown & {
  x: number;
  y: number;
  height: number;
  square: boolean;
}) {
  const clip = useId();
  const words = wordsOf(language);
  const colours = panelValues(theme, dark);
  const isRight = direction(language) === "rtl";
  /** Where something is that lies so far from the side lines begin at. */
  const from = (distance: number, wide = 0) => (isRight ? PANEL - distance - wide : distance);
  const round = square ? 18 : Math.min(theme.radius + 2, 16);
  const corner = Math.min(theme.radius, 18);
  const greeting = linesOf(textOf(theme.greeting, theme, language) || words.chooseDay);
  const tall = 14 + greeting.length * 16;
  const below = 62 + tall + 10;
  const hint = textOf(theme.placeholder, theme, language) || words.write;
  const line = {
    direction: isRight ? "rtl" : "ltr",
    fontSize: 12,
    ...(colours.font !== "inherit" && { fontFamily: colours.font }),
  };
  return (
    <g transform={`translate(${x} ${y})`}>
      <clipPath id={clip}>
        <rect width={PANEL} height={height} rx={round} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width={PANEL} height={height} fill={colours.ground} />
        <rect width={PANEL} height="50" fill={theme.primary} />
        <Face theme={theme} x={from(12, 28)} />
        <text {...line} x={from(48)} y="22" fill={theme.on_primary} fontSize="13" fontWeight="600">
          {theme.name.slice(0, LINE - 3)}
        </text>
        <text {...line} x={from(48)} y="38" fill={theme.on_primary}>
          {words.bot}
        </text>
        <rect x={from(12, 186)} y="62" width="186" height={tall} rx={corner} fill={colours.bot} stroke={colours.line} />
        {greeting.map((text, at) => (
          <text key={at} {...line} x={from(22)} y={79 + at * 16} fill={colours["on-bot"]}>
            {text}
          </text>
        ))}
        <rect x={from(78, 150)} y={below} width="150" height="30" rx={corner} fill={colours.user} />
        <text {...line} x={from(88)} y={below + 19} fill={theme.on_bubble_user}>
          {words.person}
        </text>
        <text {...line} x={from(228)} y={below + 46} fill={colours.quiet} textAnchor="end">
          {words.sent}
        </text>
        <rect
          x={from(12, 130)}
          y={below + 58}
          width="130"
          height="30"
          rx="15"
          fill={colours.surface}
          stroke={colours.accent}
        />
        <text {...line} x={from(24)} y={below + 77} fill={colours.accent}>
          {words.again}
        </text>
        <rect y={height - 54} width={PANEL} height="54" fill={colours.surface} stroke={colours.line} />
        <rect
          x={from(10, 182)}
          y={height - 44}
          width="182"
          height="32"
          rx="16"
          fill={colours.surface}
          stroke={colours.quiet}
        />
        <text {...line} x={from(22)} y={height - 24} fill={colours.quiet}>
          {hint.slice(0, LINE)}
        </text>
        <circle cx={from(214)} cy={height - 28} r="16" fill={theme.primary} />
        <path
          transform={`translate(${from(214) + (isRight ? 8 : -8)} ${height - 36}) scale(${isRight ? -0.66 : 0.66} .66)`}
          d={SEND}
          fill="none"
          stroke={theme.on_primary}
          strokeWidth="2"
        />
      </g>
      <rect width={PANEL} height={height} rx={round} fill="none" stroke={colours.line} />
    </g>
  );
}

/** The picture in the head, or the first letter of the name. */
function Face({ theme, x }: { theme: Theme; x: number }) {
  if (theme.avatar) return <image href={theme.avatar} x={x} y="11" width="28" height="28" />;
  return (
    <>
      <rect x={x} y="11" width="28" height="28" rx={Math.min(theme.radius, 8)} fill={theme.on_primary} />
      <text x={x + 14} y="30" fill={theme.primary} fontSize="13" fontWeight="700" textAnchor="middle">
        {[...theme.name][0]}
      </text>
    </>
  );
}
