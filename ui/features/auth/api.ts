import { api } from "../../api";
import type { Locale, User } from "../../lib/session";

/** The reader as the API tells it. */
export interface Me {
  user: User;
  workspace: { id: string; name: string };
  locale: Locale;
  zone: string;
}

/** The session calls. */
export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    me: build.query<Me, void>({ query: () => "/api/v1/me", providesTags: ["Me"] }),
    signIn: build.mutation<Me & { next: string }, { email: string; password: string; keep?: boolean; next?: string }>({
      query: (body) => ({ path: "/api/v1/session", method: "POST", body }),
    }),
    signOut: build.mutation<null, void>({ query: () => ({ path: "/api/v1/session", method: "DELETE" }) }),
  }),
});
