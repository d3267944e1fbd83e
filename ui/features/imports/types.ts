/** Imports as the API answers them. */

export interface Import {
  id: string;
  name: string;
  state: "checking" | "ready" | "queued" | "running" | "done" | "cancelled" | "failed";
  dialogues: number;
  messages: number;
  done: number;
  skipped: number;
  problems: { line: number; reason: string }[];
  problem_count: number;
  error: string | null;
  created_at: string;
  finished_at: string | null;
  link: string | null;
}

export interface ImportPage {
  items: Import[];
  total: number;
  page: number | null;
  per: number;
  next: string | null;
  previous: string | null;
}
