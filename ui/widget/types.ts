/** What the widget and its server say to each other. */

/** A text in each language the bot speaks. */
export type Texts = Readonly<Record<string, string>>;

/** How a bot looks on other people's pages: the answer of `GET /w/1/{token}/theme`. */
export interface Theme {
  name: string;
  languages: readonly string[];
  language: string;
  greeting: Texts;
  primary: string;
  on_primary: string;
  bubble_user: string;
  on_bubble_user: string;
  bubble_bot: string;
  background: string;
  radius: number;
  font: "system" | "serif" | "rounded" | "mono";
  /** A picture as a `data:` address; empty without one. */
  avatar: string;
  launcher: "chat" | "messages" | "headset" | "car";
  /** How a rating is asked for. */
  csat: "stars" | "thumbs";
  /** Rules of the dealer's own, as the server has cleaned them. */
  custom_css: string;
  position: "right" | "left";
  placeholder: Texts;
  persistence: "local" | "session" | "memory";
  phone: string | null;
  /** Whether the bot can hand a visitor to a person. */
  handoff: boolean;
}

/** Who wrote a message. */
export type Speaker = "bot" | "agent" | "user" | "system";

/** One answer that can be picked. */
export interface Option {
  id: string;
  label: string;
}

/** What kind of answer a question wants. */
export interface Input {
  kind: string;
  closed?: readonly string[] | null;
  times?: readonly string[] | null;
  scale?: number | null;
}

/** A picture or a file; with `file` it is of the bot's library, at a path of ours, else anywhere. */
export interface Media {
  url: string;
  alt?: Texts | null;
  file?: string;
  kind?: string;
  name?: string;
  size?: number;
  width?: number | null;
  height?: number | null;
  /** Widths it was made in: `original` at the end of its path becomes `640.webp` or `640.avif`. */
  widths?: readonly number[];
}

/** One event of a conversation, as the server tells it. */
export interface WidgetEvent {
  id: string;
  type: "message" | "typing" | "handoff" | "end";
  speaker: Speaker;
  text?: string | null;
  options?: readonly Option[] | null;
  input?: Input | null;
  links?: readonly { label: string; url: string }[] | null;
  media?: Media | null;
  at: string;
  /** The visitor's own message, by the id it was sent with. */
  client_msg_id?: string | null;
  /** Where a handoff is, and who answers; a handoff's own text is the person's name. */
  state?: string | null;
  name?: string | null;
  /** Of an answer from documents: whether it helped, as the visitor has said. */
  rating?: { helpful: boolean | null } | null;
}

/** A message on its way: sent again under the same id until the server has it. */
export interface Pending {
  client_msg_id: string;
  type: "text" | "choice" | "file";
  text: string;
  payload: { id: string } | null;
  at: number;
  /** The content of a file; it is not kept on the device. */
  file?: Blob;
}

/** Who the page says the visitor is. */
export interface User {
  id: string;
  hash?: string | undefined;
  attrs?: Readonly<Record<string, unknown>> | undefined;
}

/** An offer beside the launcher: the answer of `POST /w/1/offers`. */
export interface Offer {
  code: string;
  text: string;
  /** Where pressing it leads; the chat where it is null. */
  link: string | null;
  /** What a chat is opened with that answers it. */
  mark: string;
}

/** What pages may wait for. */
export type Happening = "message" | "open" | "end";
