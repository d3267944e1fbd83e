/** The timeline of a contact, valid by default. */
import type { Timeline, TimelineEvent } from "../../../../ui/features/reports/contacts/api";

export const event = (changes: Partial<TimelineEvent> = {}): TimelineEvent => ({
  id: "7",
  at: "2026-11-20T14:05:31.000+05:30",
  lane: "whatsapp",
  kind: "session",
  title: "my <AC> does not cool",
  link: "/reports/conversations/7",
  state: "abandoned",
  detail: "Service Desk",
  estimated: false,
  ...changes,
});

export const timeline = (changes: Partial<Timeline> = {}): Timeline => ({
  items: [
    event(),
    event({
      id: "6",
      at: "2026-11-18T09:00:00.000+05:30",
      lane: "web",
      title: "",
      state: "completed",
      estimated: true,
    }),
    event({
      id: "5",
      at: "2026-10-22T00:00:00.000+05:30",
      lane: "service",
      kind: "job_card",
      title: "JC-88214",
      link: "/admin/masters/vehicles/4",
      state: "closed",
      detail: "Pune Baner",
    }),
  ],
  total: 3,
  page: 1,
  per: 25,
  next: null,
  previous: null,
  contact: { id: "3", name: "Rohan Deshpande", last4: "4821", language: "en", contacts: 2, forgetting: false },
  lanes: [
    { id: "service", count: 1 },
    { id: "web", count: 1 },
    { id: "whatsapp", count: 1 },
  ],
  masked: false,
  as_of: "2026-11-21T08:32:31Z",
  zone: "Asia/Kolkata",
  ...changes,
});
