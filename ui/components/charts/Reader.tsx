/** Reading a picture point by point, by pointer or by arrow keys; it lies over the picture. */
import { useContext, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useScripted } from "../../hooks/useScripted";
import { LinkContext } from "../Link";
import "./charts.css";

export interface Reading {
  /** What the picture shows, in words. */
  label: string;
  /** Said while no point is chosen. */
  summary: string;
  count: number;
  read: (index: number) => string;
  /** How many points a row has, where up and down go from row to row. */
  row?: number;
  /** The height of what is read, in pixels. */
  height: number;
  /** Where a point leads. */
  to?: ((index: number) => string | undefined) | undefined;
  /** What hovering says without script; nothing where points have no mark of their own. */
  title?: (index: number) => string;
  /** How the point is shown. */
  mark: (index: number) => ReactNode;
}

/**
 * A native slider that is not seen, so that keys and screen readers work as they do everywhere; what it says is
 * below the picture too.
 */
export function Reader({ label, summary, count, read, row, height, to, title, mark }: Reading) {
  const [pointed, setPointed] = useState<number | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const scripted = useScripted();
  const linking = useContext(LinkContext);
  const last = Math.max(0, count - 1);
  const within = (index: number | null) => (index !== null && index < count ? index : null);
  const at = within(chosen);
  const position = within(pointed) ?? at;
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    const columns = row ?? count;
    const [x, y] = [
      Math.floor(((clientX - left) / width) * columns),
      row ? Math.floor(((clientY - top) / height) * Math.ceil(count / row)) : 0,
    ];
    setPointed(x >= 0 && x < columns && y >= 0 && y * columns + x < count ? y * columns + x : null);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: row, ArrowUp: row && -row }[event.key];
    const href = event.key === "Enter" && at !== null && to?.(at);
    if (href && linking) linking.go(linking.href(href));
    else if (event.key === "Escape" && at !== null) setChosen(null);
    else if (at === null && /^(Arrow|End)/.test(event.key)) setChosen(last);
    else if (step) setChosen((at ?? last) + step >= 0 && (at ?? last) + step <= last ? (at ?? last) + step : at);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <svg className="ca" aria-hidden="true" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        {title && (
          <svg className="ht" height={height} viewBox={`0 0 ${count || 1} ${height}`} preserveAspectRatio="none">
            {Array.from({ length: count }, (_, index) => {
              const hit = (
                <path key={index} d={`M${index + 0.5} 0v${height}`}>
                  <title>{title(index)}</title>
                </path>
              );
              const href = to?.(index);
              return href ? (
                <a key={index} href={linking?.href(href) ?? href} tabIndex={-1}>
                  {hit}
                </a>
              ) : (
                hit
              );
            })}
          </svg>
        )}
        {position !== null && <g className="at">{mark(position)}</g>}
      </svg>
      {scripted && (
        <input
          type="range"
          dir="ltr"
          className="plot-cursor"
          min="0"
          max={last}
          value={at ?? last}
          aria-label={label}
          aria-valuetext={at === null ? summary : read(at)}
          onKeyDown={press}
          onChange={(event) => setChosen(Number(event.target.value))}
          onFocus={() => setChosen(at ?? last)}
          onBlur={() => setChosen(null)}
        />
      )}
      <p className="plot-read">{position === null ? summary : read(position)}</p>
    </>
  );
}
