/** A small flow that the tests of the editors change. */
import type { FlowDocument } from "../../../../ui/features/bots/document/types";

export const FLOW: FlowDocument = {
  format: "parley-flow/1",
  languages: ["en", "hi"],
  start: "hello",
  variables: { day: { type: "date" } },
  entities: { model: { values: { vela: { en: ["Vela"] } } } },
  intents: {
    "service.book": { goto: "ask_day", title: { en: "Book a service" }, phrases: { en: ["book a service"] } },
    hours: { goto: "hours", phrases: {} },
  },
  fallback: { times: 2, text: { en: "Sorry?" }, then: "person" },
  nodes: {
    hello: { type: "message", text: { en: "Hello", hi: "नमस्ते" }, next: "menu" },
    menu: {
      type: "choice",
      text: { en: "What?" },
      options: [
        { id: "book", label: { en: "Book" }, next: "ask_day" },
        { id: "hours", label: { en: "Hours" }, next: "hours" },
        { id: "person", label: { en: "A person" } },
      ],
    },
    ask_day: {
      type: "input",
      kind: "date",
      text: { en: "Which day?" },
      save: "day",
      next: "booked",
      retry: { times: 2, then: "person" },
    },
    booked: { type: "goal", name: "booked", next: "bye" },
    hours: { type: "message", text: { en: "From nine" } },
    person: { type: "handoff", queue: "service", next: "bye", closed: "closed" },
    closed: { type: "message", text: { en: "Nobody is here" }, next: "bye" },
    bye: { type: "end", text: { en: "Bye" } },
    lost: { type: "message", text: { en: "Nobody comes here" }, next: "bye" },
  },
};
