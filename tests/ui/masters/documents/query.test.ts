/** The addresses of customers' documents, and what they ask the API for. */
import { describe, expect, it } from "vitest";
import { customerDocumentsApi } from "../../../../ui/features/masters/documents/api";
import { documentsGrammar } from "../../../../ui/features/masters/documents/query";
import { readQuery } from "../../../../ui/page/query";

describe("the list of customers' documents", () => {
  it("is of all of them unless its address says otherwise", () => {
    const { values } = readQuery(documentsGrammar, new URLSearchParams("state=waiting&expiring=30"));
    expect(values).toMatchObject({ state: "waiting", kind: "", expiring: 30, do: "" });
  });

  it("has its calls under the names that pages use", () => {
    expect(Object.keys(customerDocumentsApi.endpoints)).toEqual(
      expect.arrayContaining(["customerDocuments", "customerDocument"]),
    );
  });
});
