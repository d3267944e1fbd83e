/** What the links of mails lead to. */
import { api, path, type Shape } from "../../../api";

export const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    resetLink: build.query<Shape<"Reset">, string>({
      query: (token) => path("/api/v1/password-resets/link", { token }),
      keepUnusedDataFor: 0,
    }),
    invitationLink: build.query<Shape<"InvitationCard">, string>({
      query: (token) => path("/api/v1/invitations/link", { token }),
      keepUnusedDataFor: 0,
    }),
  }),
});
