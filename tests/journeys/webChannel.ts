// A server that speaks the web channel from memory, with a bot that follows one script; and a page of another origin
// that embeds its widget under a strict policy.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createHash, randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Offer, Theme, WidgetEvent } from "../../ui/widget/types.ts";

const TRUSTED = "require-trusted-types-for 'script'";
const BODY = "body{font:16px/24px system-ui;margin:40px;max-width:680px}";

const BUILD = join(import.meta.dirname, "../../app/static/build");

/** Where a widget is had. */
export interface Channel {
  base: string;
  token: string;
}

export const THEME: Theme = {
  name: "Coromandel Service",
  languages: ["en", "hi", "ar"],
  language: "en",
  greeting: {
    en: "Need a service? Ask here.",
    hi: "सर्विस करानी है? यहाँ पूछिए।",
    ar: "هل تحتاج إلى صيانة؟ اسأل هنا.",
  },
  primary: "#1b2a47",
  on_primary: "#ffffff",
  bubble_user: "#1b2a47",
  on_bubble_user: "#ffffff",
  bubble_bot: "#ffffff",
  background: "#f4f5f8",
  radius: 12,
  font: "system",
  avatar: "",
  launcher: "chat",
  csat: "stars",
  custom_css: "",
  position: "right",
  placeholder: { en: "Write a message", hi: "संदेश लिखें", ar: "اكتب رسالة" },
  persistence: "local",
  phone: "044 4000 2100",
  handoff: true,
};

/** The tag of a theme of the tests. */
const tagOf = (theme: Theme) => `"${createHash("sha256").update(JSON.stringify(theme)).digest("hex")}"`;

const PERSON = ["Talk to a person", "किसी व्यक्ति से बात करें", "التحدث إلى موظف"];

type Said = Omit<WidgetEvent, "id" | "at" | "speaker"> & { speaker?: WidgetEvent["speaker"] };

const TEXTS = {
  en: {
    hello: "Hello. I can book a service, tell you a price or look up your car. What shall it be?",
    service: "Book a service",
    price: "Prices",
    car: "My car",
    day:
      "Your Vela 1.5 Petrol, TN 09 •• 7714, is due for 30,000 km. " +
      "That is ₹11,800 at Chennai Guindy. Which day suits you?",
    time: "Which time suits you?",
    rate: "How was booking with us?",
    bye: "Thank you. See you soon.",
    wait: "You are number 2. Someone answers in about 4 minutes.",
    miss: "Sorry, say that again?",
  },
  hi: {
    hello: "नमस्ते। यहाँ सर्विस बुक हो जाएगी, कीमत और गाड़ी की स्थिति भी पता चलेगी। क्या करना है?",
    service: "सर्विस बुक करें",
    price: "कीमत",
    car: "मेरी गाड़ी",
    day:
      "आपकी Vela 1.5 Petrol, TN 09 •• 7714 की 30,000 किमी सर्विस होनी है। " +
      "कीमत ₹11,800, गिंडी आउटलेट। कौन सा दिन ठीक रहेगा?",
    time: "कौन सा समय ठीक रहेगा?",
    rate: "बुकिंग का अनुभव कैसा रहा?",
    bye: "धन्यवाद। जल्द मिलेंगे।",
    wait: "आप दूसरे नंबर पर हैं। करीब 4 मिनट में कोई जवाब देगा।",
    miss: "माफ़ कीजिए, फिर से कहिए?",
  },
  ar: {
    hello: "مرحبًا. يمكنني حجز صيانة أو إخبارك بالسعر أو البحث عن سيارتك. ماذا تريد؟",
    service: "حجز صيانة",
    price: "الأسعار",
    car: "سيارتي",
    day: "سيارتك Vela 1.5 Petrol مستحقة لصيانة 30,000 كم بسعر ₹11,800. أي يوم يناسبك؟",
    time: "أي وقت يناسبك؟",
    rate: "كيف كانت تجربة الحجز؟",
    bye: "شكرًا لك. إلى اللقاء.",
    wait: "أنت الثاني في الانتظار. سيجيبك أحد الموظفين خلال 4 دقائق تقريبًا.",
    miss: "عذرًا، هل يمكنك الإعادة؟",
  },
};

/** The days on which nobody works: each Sunday of this and the next months. */
export function sundays(): string[] {
  const now = new Date();
  const days = Array.from({ length: 90 }, (_, i) => new Date(Date.UTC(now.getFullYear(), now.getMonth(), 1 + i)));
  return days.filter((day) => day.getUTCDay() === 0).map((day) => day.toISOString().slice(0, 10));
}

interface Visit {
  id: string;
  secret: string;
  lang: keyof typeof TEXTS;
  opening: Record<string, unknown>;
  events: WidgetEvent[];
  step: "menu" | "day" | "time" | "rate" | "person" | "ended";
  answers: Map<string, number>;
  waiting: Set<() => void>;
}

/** What is to go wrong, or otherwise, from now on. */
export interface Faults {
  /** Answers to the next messages instead of taking them. */
  refuse: { status: number; retryAfter?: number; detail?: string }[];
  /** Answer 202 and tell the replies to anyone who polls. */
  late: boolean;
  /** Take a message and lose the line before the answer. */
  hangUp: number;
  /** Origins that may not. */
  forbidden: boolean;
  /** Tell no ids of messages back. */
  withoutIds: boolean;
}

export interface Stub extends Channel {
  theme: Theme;
  faults: Faults;
  visits: Map<string, Visit>;
  /** What waits for visitors whom the page proves, until it is shown; and the codes of those closed. */
  offer: Offer | null;
  closed: string[];
  /** Texts taken, in order, over all visits. */
  taken: string[];
  /** Something an agent or the system does in the last visit. */
  tell: (...events: Said[]) => void;
  /** Forget every visit. */
  forget: () => void;
  close: () => Promise<void>;
}

export const calm = (): Faults => ({ refuse: [], late: false, hangUp: 0, forbidden: false, withoutIds: false });

const listen = (server: Server): Promise<string> =>
  new Promise((done) =>
    server.listen(0, "127.0.0.1", () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  );

const stop = (server: Server) => (): Promise<void> =>
  new Promise((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

/** The channel, served from memory. */
export async function stub(): Promise<Stub> {
  const built = JSON.parse(readFileSync(join(BUILD, "widget.json"), "utf8")) as { loader: string; panel: string };
  const visits = new Map<string, Visit>();
  let number = 7_000_000_000_000_000n;

  const add = (visit: Visit, content: Said): WidgetEvent => {
    const event: WidgetEvent = { id: String((number += 1n)), at: new Date().toISOString(), speaker: "bot", ...content };
    visit.events.push(event);
    for (const wake of visit.waiting) wake();
    return event;
  };

  const ask = (visit: Visit) => {
    const t = TEXTS[visit.lang];
    if (visit.step === "menu")
      add(visit, {
        type: "message",
        text: t.hello,
        options: (["service", "price", "car"] as const).map((id) => ({ id, label: t[id] })),
      });
    if (visit.step === "day")
      add(visit, { type: "message", text: t.day, input: { kind: "date", closed: sundays() }, options: [] });
    if (visit.step === "time")
      add(visit, {
        type: "message",
        text: t.time,
        input: { kind: "time", times: ["09:30", "11:00", "14:00", "15:30"] },
      });
    if (visit.step === "rate")
      add(visit, {
        type: "message",
        text: t.rate,
        input: { kind: "rating", scale: 5 },
        options: [1, 2, 3, 4, 5].map((n) => ({ id: String(n), label: String(n) })),
      });
  };

  /** The bot's part. */
  const answer = (visit: Visit, text: string, choice: string | undefined) => {
    const t = TEXTS[visit.lang];
    if (visit.step === "person") return;
    if (visit.step === "ended") visit.step = "menu";
    if (PERSON.includes(text)) {
      visit.step = "person";
      add(visit, { type: "message", text: t.wait });
      return void add(visit, { type: "handoff", speaker: "system", text: "", state: "requested" });
    }
    if (visit.step === "menu" && (choice === "service" || text === t.service)) visit.step = "day";
    else if (visit.step === "day" && /\d/.test(text)) visit.step = "time";
    else if (visit.step === "time" && /\d/.test(text)) visit.step = "rate";
    else if (visit.step === "rate" && (choice || /^\d$/.test(text))) {
      visit.step = "ended";
      add(visit, { type: "message", text: t.bye });
      return void add(visit, { type: "end", speaker: "system", text: "" });
    } else add(visit, { type: "message", text: t.miss });
    ask(visit);
  };

  const server = createServer((request, response) => void serve(request, response));
  const self: Stub = {
    base: await listen(server),
    token: "pk_demo",
    theme: { ...THEME },
    faults: calm(),
    visits,
    offer: null,
    closed: [],
    taken: [],
    tell: (...events) => {
      const visit = [...visits.values()].at(-1)!;
      for (const event of events) {
        if (event.type === "handoff" && event.state !== "accepted" && event.state !== "requested") visit.step = "menu";
        add(visit, event);
      }
    },
    forget: () => visits.clear(),
    close: stop(server),
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, self.base);
    const { origin } = request.headers;
    const cors = { "Access-Control-Allow-Origin": origin ?? "", Vary: "Origin" };
    const send = (status: number, body?: unknown, headers: Record<string, string | number> = {}) => {
      const type = status >= 400 ? "application/problem+json" : "application/json";
      response.writeHead(status, { "Content-Type": type, ...cors, ...headers });
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    const problem = (status: number, detail: string, headers = {}) => send(status, { title: detail, detail }, headers);
    const script = (file: string) => {
      const headers = { "Content-Type": "text/javascript", "Cross-Origin-Resource-Policy": "cross-origin" };
      response.writeHead(200, { ...headers, "Access-Control-Allow-Origin": "*" });
      response.end(readFileSync(join(BUILD, file)));
    };
    const path = url.pathname;
    if (path === `/w/1/${self.token}.js`) return script(built.loader);
    if (path === `/w/1/${built.panel}`) return script(built.panel);
    if (self.faults.forbidden) {
      response.writeHead(403, { "Content-Type": "application/problem+json" });
      return void response.end(JSON.stringify({ title: "Origin not allowed" }));
    }
    if (request.method === "OPTIONS") {
      const headers = {
        "Access-Control-Allow-Headers": "Authorization, Content-Type",
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Max-Age": "600",
      };
      response.writeHead(204, { ...cors, ...headers });
      return void response.end();
    }
    if (path === `/w/1/${self.token}/theme`) {
      const headers = { ETag: tagOf(self.theme), "Access-Control-Expose-Headers": "ETag, Retry-After" };
      return send(200, self.theme, { ...headers, "Cache-Control": "public, max-age=60" });
    }
    const [, closed] = /^\/o\/(\w+)\/dismissed$/.exec(path) ?? [];
    if (closed) {
      self.closed.push(closed);
      return send(204);
    }
    let body: Record<string, unknown> = {};
    if (request.method === "POST") {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    }
    if (path === "/w/1/offers") {
      const { offer } = self;
      self.offer = null;
      return send(200, { offer });
    }
    if (path === "/w/1/sessions" && request.method === "POST") {
      if (body.token !== self.token) return problem(404, "No such widget");
      const lang = String(body.lang) in TEXTS ? (body.lang as keyof typeof TEXTS) : "en";
      const visit: Visit = {
        id: String((number += 1n)),
        secret: randomUUID(),
        lang,
        opening: body,
        events: [],
        step: "menu",
        answers: new Map(),
        waiting: new Set(),
      };
      visits.set(visit.id, visit);
      ask(visit);
      return send(201, { session_id: visit.id, secret: visit.secret, cursor: "0", theme_etag: tagOf(self.theme) });
    }
    const [, id, what] = /^\/w\/1\/sessions\/([^/]+)\/(events|messages)$/.exec(path) ?? [];
    const visit = visits.get(id ?? "");
    if (!what) return problem(404, "Not found");
    if (!visit || request.headers.authorization !== `Bearer ${visit.secret}`) return problem(401, "Session gone");
    const cursor = () => String(visit.events.length);
    if (what === "events") {
      const after = Number(url.searchParams.get("after"));
      if (visit.events.length <= after) await someTime(visit, response, Number(url.searchParams.get("wait")));
      if (response.destroyed) return;
      const events = visit.events.slice(after);
      return events.length ? send(200, { events, cursor: cursor() }) : send(204);
    }
    const refusal = self.faults.refuse.shift();
    if (refusal)
      return problem(
        refusal.status,
        refusal.detail ?? "No",
        refusal.retryAfter && { "Retry-After": refusal.retryAfter, "Access-Control-Expose-Headers": "Retry-After" },
      );
    const key = String(body.client_msg_id);
    let from = visit.answers.get(key);
    if (from === undefined) {
      const text = String(body.text);
      self.taken.push(text);
      const own = add(visit, { type: "message", speaker: "user", text });
      if (!self.faults.withoutIds) own.client_msg_id = key;
      from = visit.events.length;
      visit.answers.set(key, from);
      const reply = () => answer(visit, text, (body.payload as { id?: string } | undefined)?.id);
      if (self.faults.late) setTimeout(reply, 700);
      else reply();
    }
    if (self.faults.hangUp > 0) {
      self.faults.hangUp -= 1;
      return void request.socket.destroy();
    }
    if (self.faults.late) return send(202, {});
    send(200, { events: visit.events.slice(from), cursor: cursor() });
  }
  return self;
}

/** Until something is said, or the time is over, or nobody waits any more. */
const someTime = (visit: Visit, response: ServerResponse, seconds: number) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      visit.waiting.delete(end);
      done();
    };
    const timer = setTimeout(end, seconds * 1000);
    visit.waiting.add(end);
    response.on("close", end);
  });

/** A page of another origin that embeds a widget and allows nothing but its server. */
export async function foreignPage(channel: Channel): Promise<{ at: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    // Read at each request: a token may be made for an origin that has to be there first.
    const { base, token } = channel;
    const query = new URL(request.url!, "http://x").searchParams;
    const dark = query.has("dark");
    const style = query.get("style");
    const attributes = [...query]
      .filter(([name]) => name.startsWith("data-"))
      .map(([name, value]) => `${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
      .join(" ");
    const pictures = query.has("pictures") ? `; img-src ${base}` : "";
    const styled = dark || style ? "; style-src 'nonce-look'" : "";
    const more = pictures + styled;
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; script-src ${base}; connect-src ${base}${more}; ${TRUSTED}`,
    });
    const look = dark ? "body{background:#0f1115;color:#e8eaee}" : "";
    response.end(`<!doctype html><html lang="${query.get("lang") ?? "en"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Coromandel Cars</title>
${styled ? `<style nonce="look">${BODY}${look}${style ?? ""}</style>` : ""}
</head><body><main><h1>Periodic service, priced before you arrive</h1>
<p>One price for parts, labour and taxes. Your car back the same day, or a courtesy car while you wait.</p>
<p><a href="#prices">See prices</a></p></main>
<script async src="${base}/w/1/${token}.js" ${attributes}></script></body></html>`);
  });
  return { at: await listen(server), close: stop(server) };
}
