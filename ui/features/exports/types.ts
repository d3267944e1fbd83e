/** Exports as the API answers them. */

export interface Export {
  id: string;
  state: "queued" | "running" | "ready" | "cancelled" | "failed" | "expired";
  rows: number;
  done: number;
  size: number | null;
  error: string | null;
  created_at: string;
  asked_at: string;
  finished_at: string | null;
  expires_at: string | null;
  query: string;
  file: string | null;
}

export interface ExportPage {
  items: Export[];
  total: number;
  page: number | null;
  per: number;
  next: string | null;
  previous: string | null;
}
