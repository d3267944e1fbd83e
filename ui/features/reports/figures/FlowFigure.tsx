/** The ways through several stages: things as bars, steps between them as bands as wide as they are many. */
import type { ReactNode } from "react";
import { PageLink } from "../../../components";
import { TableTwin } from "../../../components/charts/TableTwin";
import { px } from "../../../components/charts/scale";
import { codeWords } from "../../../lib/codes";
import { type Drawn, headText, numberText, valueText, type Writer } from "./values";
import "./figures.css";
import { entryOf } from "../../../lib/entryOf";

const HEIGHT = 340;
const GAP = 14;
const TOP = 18;
/** A stage is so wide in the coordinates of the bands, which stretch. */
const WIDE = 100;
const OUTCOMES = ["completed", "informed", "handed_off", "abandoned", "error", "open"];
const TONES: Record<string, number> = { completed: 4, informed: 1, handed_off: 3, abandoned: 2, error: 5 };

interface Step {
  stage: number;
  from: string;
  to: string;
  sessions: number;
}

interface Place {
  name: string;
  stage: number;
  sessions: number;
  top: number;
  height: number;
  /** How much of its height bands have taken on each side. */
  taken: { in: number; out: number };
}

/** A name whose direction is its own: numbers beside it stay where they are. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** A thing of a stage in the reader's words. */
function nameOf(stage: number, last: number, name: string, { t, labels }: Writer): string {
  if (name === "*") return t("data.other");
  if (stage === 0) return t(`channel.${name}`); // i18n: channel.*
  if (stage === last) return t(`reports.o.${name}`); // i18n: reports.o.*
  // The second stage is of intents, which have titles.
  return name ? (stage === 1 && entryOf(labels, name)) || codeWords(name) : t("data.nothing");
}

/** Where everything is: each stage from top to bottom, outcomes in their order, all others by size. */
function placesOf(steps: readonly Step[], last: number): Map<string, Place> {
  const sums = new Map<string, Place>();
  const add = (stage: number, name: string, sessions: number) => {
    const key = `${stage} ${name}`;
    const place = sums.get(key) ?? { name, stage, sessions: 0, top: 0, height: 0, taken: { in: 0, out: 0 } };
    sums.set(key, { ...place, sessions: place.sessions + sessions });
  };
  for (const { stage, from, to, sessions } of steps) {
    add(stage, from, sessions);
    if (stage === last - 1) add(last, to, sessions);
  }
  const stages = Array.from({ length: last + 1 }, (_, stage) =>
    [...sums.values()]
      .filter((place) => place.stage === stage)
      .sort((a, b) => (stage === last ? OUTCOMES.indexOf(a.name) - OUTCOMES.indexOf(b.name) : b.sessions - a.sessions)),
  );
  const total = Math.max(1, ...stages.map((places) => places.reduce((sum, place) => sum + place.sessions, 0)));
  const room = HEIGHT - GAP * (Math.max(...stages.map((places) => places.length)) - 1);
  for (const places of stages) {
    let top = TOP;
    for (const place of places) {
      const height = Math.max(1, (place.sessions / total) * room);
      Object.assign(place, { top, height });
      top += height + GAP;
    }
  }
  return sums;
}

/** A part of the picture that opens its conversations; `quiet` ones are reached by the table instead of by keys. */
function Opened({ to, quiet, children }: { to?: string | null | undefined; quiet?: boolean; children: ReactNode }) {
  return to ? (
    <PageLink to={to} {...(quiet && { tabIndex: -1 })}>
      {children}
    </PageLink>
  ) : (
    <g>{children}</g>
  );
}

/** The picture with a name beside each bar, and the steps as a table. */
export function FlowFigure({ figure, title, writer }: Drawn) {
  const { t, f } = writer;
  const steps = figure.rows.map(
    ([stage, from, to, sessions]) => ({ stage, from: from ?? "", to: to ?? "", sessions }) as Step,
  );
  const last = Math.max(...steps.map(({ stage }) => stage)) + 1;
  const places = placesOf(steps, last);
  const total = [...places.values()].filter(({ stage }) => stage === 0).reduce((sum, place) => sum + place.sessions, 0);
  const bands = steps.map((step, index) => {
    const from = places.get(`${step.stage} ${step.from}`)!;
    const to = places.get(`${step.stage + 1} ${step.to}`)!;
    const height = (step.sessions / from.sessions) * from.height;
    const [y, z] = [from.top + from.taken.out, to.top + to.taken.in];
    from.taken.out += height;
    to.taken.in += height;
    const [x, end, middle] = [step.stage * WIDE, (step.stage + 1) * WIDE, (step.stage + 0.5) * WIDE];
    return {
      key: `${step.stage} ${step.from} ${step.to}`,
      to: figure.links[index],
      name: `${nameOf(step.stage, last, step.from, writer)} – ${nameOf(step.stage + 1, last, step.to, writer)}`,
      d: [
        `M${x} ${px(y)}C${middle} ${px(y)} ${middle} ${px(z)} ${end} ${px(z)}v${px(height)}`,
        `C${middle} ${px(z + height)} ${middle} ${px(y + height)} ${x} ${px(y + height)}z`,
      ].join(""),
    };
  });
  const links = new Map(figure.places?.map(({ stage, name, link }) => [`${stage} ${name ?? ""}`, link]));
  const bottom = Math.max(...[...places.values()].map(({ top, height }) => top + height)) + 4;
  const share = (value: number) => f.percent(total ? (value / total) * 100 : null);
  const heads = ["entry", "firstIntent", "lastNode", "outcome"];
  return (
    <>
      <svg className="flow" height={bottom} role="group" aria-label={title}>
        <svg viewBox={`0 0 ${last * WIDE} ${bottom}`} height={bottom} preserveAspectRatio="none">
          {bands.map(({ key, d, to, name }) => (
            <Opened key={key} to={to} quiet>
              <path className="flow-band" d={d}>
                <title>{name}</title>
              </path>
            </Opened>
          ))}
        </svg>
        {heads.map((head, stage) => (
          <text
            key={head}
            className="flow-head"
            x={`${px((stage / last) * 100)}%`}
            y="10"
            textAnchor={stage === last ? "end" : "start"}
          >
            {t(`data.stage.${head}`) /* i18n: data.stage.* */}
          </text>
        ))}
        {[...places.values()].map((place) => {
          const isLast = place.stage === last;
          const name = nameOf(place.stage, last, place.name, writer);
          return (
            <Opened key={`${place.stage} ${place.name}`} to={links.get(`${place.stage} ${place.name}`)}>
              <rect
                className={`c${isLast ? (TONES[place.name] ?? 8) : 8}`}
                x={`${px((place.stage / last) * 100)}%`}
                y={px(place.top)}
                width="7"
                height={px(place.height)}
                {...(isLast && { transform: "translate(-7)" })}
              />
              <text
                x={`${px((place.stage / last) * 100)}%`}
                y={px(place.top + Math.min(place.height / 2 + 4, place.height + 10))}
                dx={isLast ? -12 : 12}
                textAnchor={isLast ? "end" : "start"}
              >
                {isolated(name)}{" "}
                <tspan className="flow-n">{`${f.number(place.sessions)} · ${share(place.sessions)}`}</tspan>
              </text>
            </Opened>
          );
        })}
      </svg>
      <TableTwin
        summary={t("reports.asTable")}
        caption={title}
        head={figure.columns.slice(1).map((column, index) => headText(column, index + 1, writer))}
        rows={steps.map((step, index) => ({
          key: String(index),
          cells: [
            nameOf(step.stage, last, step.from, writer),
            nameOf(step.stage + 1, last, step.to, writer),
            figure.links[index] ? (
              <PageLink key="n" to={figure.links[index]}>
                {numberText("count", step.sessions, writer)}
              </PageLink>
            ) : (
              numberText("count", step.sessions, writer)
            ),
            valueText(figure.columns[4]!, figure.rows[index]![4], writer),
          ],
        }))}
      />
    </>
  );
}
