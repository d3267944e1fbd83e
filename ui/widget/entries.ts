/** One entry of the transcript as it is shown. */
import { Picker } from "./calendar";
import { momentOf } from "./days";
import { h, icon } from "./dom";
import { altOf, drawMedia } from "./media";
import { ALERT, CHECK, CLOCK, STAR, THUMB_DOWN, THUMB_UP } from "./icons";
import type { Entry } from "./transcript";
import type { Option } from "./types";
import { fill, type Words } from "./words";

const LINK = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;
const SAFE = /^(?:https?|tel|mailto):/i;
const PICKED = ["date", "time", "datetime"];
const BEST = 5;

/** What an entry is shown with. */
export interface Showing {
  words: Words;
  language: string;
  base: string;
  bot: string;
  csat: "stars" | "thumbs";
  pick: (option: Option) => void;
  say: (text: string) => void;
  rate: (event: string, helpful: boolean | null) => Promise<boolean>;
  retry: () => void;
  again: () => void;
}

/** What an entry is among its neighbours. */
export interface Place {
  /** Its question is open. */
  isOpen: boolean;
  /** What the visitor answered. */
  answer: string | null;
  /** The first of several by the same speaker. */
  isFirst: boolean;
  /** The last message of the visitor's that was sent. */
  isLastSent: boolean;
  /** Nothing is below it. */
  isLast: boolean;
}

/** Text with links to the web; nothing else in it is anything but text. */
export function withLinks(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const match of text.matchAll(LINK)) {
    const href = match[0];
    parts.push(text.slice(at, match.index), h("a", { href, target: "_blank", rel: "noopener noreferrer" }, href));
    at = match.index + href.length;
  }
  return [...parts, text.slice(at)];
}

/** The first letters of a name. */
export const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

/** An entry, as an element. */
export function drawEntry(entry: Entry, place: Place, showing: Showing): HTMLElement {
  if (entry.kind === "end") return drawEnd(entry, place, showing);
  if (entry.kind === "handoff" || entry.speaker === "system") {
    const text = entry.kind === "handoff" ? handoffText(entry, showing.words) : entry.text;
    const { time } = momentOf(entry.at, showing.language);
    return h("p", { class: "line", dir: "auto" }, `${text} `, h("time", {}, time));
  }
  const isAgent = entry.speaker === "agent";
  const who =
    entry.speaker === "user" ? showing.words.you : isAgent ? entry.name || showing.words.aPerson : showing.bot;
  return h(
    "div",
    { class: `entry ${entry.speaker}${place.isFirst ? " first" : ""}`, "data-sending": entry.sending },
    isAgent && place.isFirst ? h("span", { class: "face", "aria-hidden": "true" }, initials(who)) : null,
    h(
      "div",
      { class: "said" },
      isAgent && place.isFirst ? h("b", { class: "who", dir: "auto" }, who) : h("span", { class: "sr" }, `${who}: `),
      entry.text ? h("div", { class: "bubble", dir: "auto" }, ...withLinks(entry.text)) : null,
      entry.media?.file ? drawMedia(entry.media, showing) : null,
      drawLinks(entry, showing),
      drawRating(entry, showing),
      drawInput(entry, place, showing),
      drawOptions(entry, place, showing),
      entry.speaker === "user" ? drawSending(entry, place, showing) : null,
    ),
  );
}

/** What is said of a handoff. */
export function handoffText({ state, name }: Entry, words: Words): string {
  const text = { requested: words.waiting, accepted: words.joined, missed: words.missed }[state] ?? words.left;
  return fill(text, { name: name || words.aPerson });
}

function drawEnd(entry: Entry, { isLast }: Place, { words, again }: Showing): HTMLElement {
  return h(
    "div",
    { class: "end" },
    h("p", { class: "line", dir: "auto" }, entry.text || words.ended),
    isLast ? h("button", { type: "button", class: "chip", click: again }, words.again) : null,
  );
}

/** Whether an answer helped: said once, and taken back by the same button. */
function drawRating({ id, rating }: Entry, { words, rate }: Showing): HTMLElement | null {
  if (!rating || !id) return null;
  const choices = ([true, false] as const).map((helpful) => {
    const label = helpful ? words.helpful : words.unhelpful;
    return h(
      "button",
      { type: "button", "aria-label": label, title: label, click: () => void choose(helpful) },
      icon(helpful ? THUMB_UP : THUMB_DOWN),
    );
  });
  const show = (helpful: boolean | null) => {
    rating.helpful = helpful;
    choices.forEach((choice, i) => choice.setAttribute("aria-pressed", String(helpful === (i === 0))));
  };
  const choose = async (helpful: boolean) => {
    const before = rating.helpful;
    const now = before === helpful ? null : helpful;
    show(now);
    if (!(await rate(id, now)) && rating.helpful === now) show(before);
  };
  show(rating.helpful);
  return h("div", { class: "helped", role: "group", "aria-label": words.helped }, words.helped, ...choices);
}

/** A picker for an open question that wants a day, a time or a rating. */
function drawInput({ input, options }: Entry, { isOpen }: Place, showing: Showing): HTMLElement | null {
  if (!isOpen || !input) return null;
  if (PICKED.includes(input.kind)) return new Picker(input, showing.language, showing.say).element;
  if (input.kind !== "rating") return null;
  const scale = input.scale ?? BEST;
  const all = options.length ? options : Array.from({ length: scale }, (_, i) => ({ id: "", label: String(i + 1) }));
  const best = all.at(-1)!.label;
  const button = (option: Option, sign: string | null) =>
    h(
      "button",
      {
        type: "button",
        "aria-label": fill(showing.words.rate, { n: option.label, all: best }),
        click: () => (option.id ? showing.pick(option) : showing.say(option.label)),
      },
      sign && icon(sign),
      sign === THUMB_UP || sign === THUMB_DOWN ? null : option.label,
    );
  const name = `rate${all.length > BEST ? " many" : ""}`;
  const buttons =
    showing.csat === "thumbs"
      ? [button(all.at(-1)!, THUMB_UP), button(all[0]!, THUMB_DOWN)]
      : all.map((option) => button(option, all.length <= BEST ? STAR : null));
  return h("div", { class: name, role: "group", "aria-label": showing.words.rating }, ...buttons);
}

/** What can be picked; afterwards, what was. */
function drawOptions({ options, input }: Entry, { isOpen, answer }: Place, showing: Showing): HTMLElement | null {
  if (options.length === 0 || (isOpen && input?.kind === "rating")) return null;
  const chip = (option: Option) => {
    if (isOpen)
      return h(
        "button",
        { type: "button", class: "chip", dir: "auto", click: () => showing.pick(option) },
        option.label,
      );
    const isPicked = option.label === answer;
    return h(
      "span",
      { class: isPicked ? "chip picked" : "chip", dir: "auto" },
      isPicked ? icon(CHECK) : null,
      option.label,
    );
  };
  return h("div", { class: "chips", role: "group", "aria-label": showing.words.answers }, ...options.map(chip));
}

/**
 * Links the bot offers as buttons; to the web, a phone or a mailbox. Media that are in no library are links as well:
 * the page's policy may forbid them, and where they come from is nobody we know.
 */
function drawLinks({ links, media }: Entry, { language }: Showing): HTMLElement | null {
  const file = media && !media.file && { label: altOf(media, language) || media.url, url: media.url };
  const safe = [...links, ...(file ? [file] : [])].filter(({ url }) => SAFE.test(url));
  if (safe.length === 0) return null;
  const chip = ({ label, url }: { label: string; url: string }) =>
    h("a", { class: "chip", dir: "auto", href: url, target: "_blank", rel: "noopener noreferrer" }, label);
  return h("div", { class: "chips" }, ...safe.map(chip));
}

/** How far a message of the visitor's has come. */
function drawSending({ sending, reason, at, isFile }: Entry, place: Place, showing: Showing): HTMLElement | null {
  const { words, language } = showing;
  if (sending === "sent") {
    if (!place.isLastSent) return null;
    const { time } = momentOf(at, language);
    return h("p", { class: "state" }, icon(CHECK), h("span", { class: "sr" }, `${words.sent} `), h("time", {}, time));
  }
  if (sending === "failed")
    return h(
      "p",
      { class: "state bad" },
      icon(ALERT),
      words.failed,
      h("button", { type: "button", class: "retry", click: showing.retry }, words.retry),
    );
  if (sending === "refused") {
    const text = isFile ? words.badFile : reason ? fill(words.refused, { reason }) : words.failed;
    return h("p", { class: "state bad", dir: "auto" }, icon(ALERT), text);
  }
  if (sending === "dropped") return h("p", { class: "state bad" }, icon(ALERT), words.failed);
  if (sending === "waiting") return h("p", { class: "state" }, icon(CLOCK), words.queued);
  return h("p", { class: "state" }, icon(CLOCK), h("span", { class: "sr" }, words.sending));
}
