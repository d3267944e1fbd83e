/** The calls of the sandbox. */
import { api, path, type Shape } from "../../api";
import type { Sandbox, SandboxInput, SandboxReply } from "./types";

/** A conversation with one more turn. */
const gone = (text: string, kind: "text" | "choice" | "agent", reply: SandboxReply) => (sandbox: Sandbox) => {
  sandbox.turns.push({
    number: reply.turn,
    input: text,
    kind,
    messages: reply.messages,
    trace: reply.trace,
    at: reply.at,
  });
  sandbox.state = reply.state;
};

export const sandboxApi = api.enhanceEndpoints({ addTagTypes: ["Sandbox", "SandboxTurns"] }).injectEndpoints({
  endpoints: (build) => ({
    sandbox: build.query<Sandbox, string>({
      query: (id) => `/api/v1/sandbox/${id}`,
      providesTags: ["Sandbox"],
    }),
    sandboxComparison: build.query<Shape<"Comparison">, { id: string; with: string }>({
      query: ({ id, with: version }) => path(`/api/v1/sandbox/${id}/comparison`, { with: version }),
      providesTags: ["Sandbox", "SandboxTurns"],
    }),
    sandboxSay: build.mutation<SandboxReply, { id: string; input: SandboxInput }>({
      query: ({ id, input }) => ({ path: `/api/v1/sandbox/${id}/messages`, method: "POST", body: input }),
      // The conversation itself grows by the reply; only what another version makes of it is asked for again.
      invalidatesTags: ["SandboxTurns"],
      onQueryStarted: async ({ id, input }, { dispatch, queryFulfilled }) => {
        const reply = await queryFulfilled.catch(() => null);
        const [[kind, text]] = Object.entries(input) as [["text" | "choice" | "agent", string]];
        if (reply) dispatch(sandboxApi.util.updateQueryData("sandbox", id, gone(text, kind, reply.data)));
      },
    }),
  }),
});
