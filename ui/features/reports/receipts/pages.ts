/** The page of a receipt. */
import { page, privateHead } from "../../../page";
import { receiptsApi } from "./api";

export const pages = [
  page({
    name: "receipt",
    path: "/receipts/:id",
    area: "receipts",
    access: { action: "read", subject: "Dashboard" },
    title: "receipts.title",
    needs: ({ params }) => [receiptsApi.endpoints.receipt.initiate(params.id)],
    proof: "/api/v1/receipts/:id",
    head: privateHead("receipts.about"),
    view: () => import("./ReceiptPage"),
  }),
];
