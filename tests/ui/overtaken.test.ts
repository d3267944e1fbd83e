/** What a write concerns is asked again at once, whatever else is under way. */
import { expect, it } from "vitest";
import { api, type Answer } from "../../ui/api";
import { makeStore } from "../../ui/store";
import { SESSION } from "./rendered";

const { endpoints } = api.enhanceEndpoints({ addTagTypes: ["Row"] }).injectEndpoints({
  endpoints: (build) => ({
    slow: build.query<unknown, void>({ query: () => "/slow" }),
    rows: build.query<unknown, void>({ query: () => "/rows", providesTags: ["Row"] }),
    add: build.mutation<unknown, void>({ query: () => ({ path: "/add", method: "POST" }), invalidatesTags: ["Row"] }),
  }),
});

/** A store whose calls are answered when a test answers them. */
function slowly() {
  const calls: string[] = [];
  const answers: ((answer: Answer) => void)[] = [];
  const store = makeStore(SESSION, (call) => {
    calls.push(typeof call === "string" ? call : call.path);
    return new Promise<Answer>((done) => answers.push(done));
  });
  const answer = async (at: number, data: unknown = null) => {
    answers[at]!({ data });
    await new Promise((done) => setTimeout(done));
  };
  return { store, calls, answer };
}

it("asks again what a write concerns while another read is under way", async () => {
  const { store, calls, answer } = slowly();
  void store.dispatch(endpoints.rows.initiate());
  await answer(0, ["a"]);
  void store.dispatch(endpoints.slow.initiate());
  void store.dispatch(endpoints.add.initiate());
  await answer(2);
  expect(calls).toEqual(["/rows", "/slow", "/add", "/rows"]);
});
