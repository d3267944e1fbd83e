/** A drawing of the widget: attributes of SVG need no inline style, which the page's policy refuses. */
import { useText } from "../../../lib/i18n";

/** What the drawing shows. */
export interface Look {
  name: string;
  primary: string;
  onPrimary: string;
  user: string;
  bot: string;
  radius: number;
  left: boolean;
  greeting: string;
  placeholder: string;
}

const WIDTH = 300;
/** Characters that fit a line of a bubble. */
const LINE = 30;
const LINES = 3;
const INK = "#201e1a";

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

/** The drawing with its name. */
export function ThemePreview({ look }: { look: Look }) {
  const t = useText();
  const greeting = linesOf(look.greeting || t("channels.previewGreeting"));
  const tall = 18 + greeting.length * 18;
  const corner = Math.min(look.radius, 18);
  const user = 74 + tall + 10;
  const launcher = look.left ? 34 : WIDTH - 34;
  return (
    <figure className="bc-preview">
      <figcaption>{t("channels.preview")}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} 380`} role="img" aria-label={t("channels.previewOf", { name: look.name })}>
        <rect width={WIDTH} height="380" fill="#f2f0ec" />
        <rect x="12" y="12" width={WIDTH - 24} height="300" rx={look.radius} fill="#ffffff" />
        <rect x="12" y="12" width={WIDTH - 24} height="46" rx={look.radius} fill={look.primary} />
        <rect
          x="12"
          y={58 - Math.min(24, look.radius)}
          width={WIDTH - 24}
          height={Math.min(24, look.radius)}
          fill={look.primary}
        />
        <text x="28" y="40" fill={look.onPrimary} fontSize="14" fontWeight="600">
          {look.name.slice(0, LINE)}
        </text>
        <rect x="24" y="74" width="220" height={tall} rx={corner} fill={look.bot} stroke="#e2dfda" />
        {greeting.map((line, at) => (
          <text key={at} x="36" y={95 + at * 18} fill={INK} fontSize="13">
            {line}
          </text>
        ))}
        <rect x={WIDTH - 174} y={user} width="150" height="36" rx={corner} fill={look.user} />
        <text x={WIDTH - 162} y={user + 23} fill={look.onPrimary} fontSize="13">
          {t("channels.previewUser")}
        </text>
        <rect x="24" y="264" width={WIDTH - 48} height="36" rx={corner} fill="#ffffff" stroke="#8c8982" />
        <text x="36" y="287" fill="#6b6963" fontSize="13">
          {(look.placeholder || t("channels.previewPlaceholder")).slice(0, LINE)}
        </text>
        <circle cx={launcher} cy="346" r="22" fill={look.primary} />
        <path
          transform={`translate(${launcher - 10} 336) scale(.84)`}
          d="M7.9 20A9 9 0 1 0 4 16.1L2 22z"
          fill="none"
          stroke={look.onPrimary}
          strokeWidth="2"
        />
      </svg>
    </figure>
  );
}
