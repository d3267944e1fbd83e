/** The calls of a working copy's texts. */
import { api } from "../../../api";

/** How far a language is, and the paths of texts that lag behind the first language. */
export interface TextsLanguage {
  language: string;
  done: number;
  of: number;
  stale: string[];
}

/** What a file of texts holds; of an XLIFF file some may be left out. */
export interface TextsImport {
  rows: number;
  changes: number;
  /** How many of the changes are texts that were missing. */
  new: number;
  errors: { row: number; field: string; message: string }[];
  skipped: {
    key: string;
    state: "unknown" | "conflict" | "refused";
    message: string;
    source: string;
    target: string;
  }[];
}

export const textsApi = api.enhanceEndpoints({ addTagTypes: ["Bot"] }).injectEndpoints({
  endpoints: (build) => ({
    texts: build.query<{ languages: TextsLanguage[] }, string>({
      query: (bot) => `/api/v1/bots/${bot}/texts`,
      providesTags: ["Bot"],
    }),
  }),
});
