/** The calls of receipts. */
import { api, type Shape } from "../../../api";

export type Receipt = Shape<"Receipt">;
export type Verification = Shape<"Verification">;

export const receiptsApi = api.injectEndpoints({
  endpoints: (build) => ({
    receipt: build.query<Receipt, string>({
      query: (id) => `/api/v1/receipts/${encodeURIComponent(id)}`,
    }),
  }),
});
