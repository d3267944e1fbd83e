/** The state of training, asked again while it is under way. */
import { usePage } from "../../../page";
import { understandingApi } from "./api";

const EVERY_MS = 1500;

/** The training of the page's bot. */
export function useTraining() {
  const { params } = usePage<Record<never, never>, "id">();
  const training = understandingApi.useTrainingQuery(params.id).data;
  const isUnderWay = training?.state === "queued" || training?.state === "running";
  understandingApi.useTrainingQuery(params.id, { pollingInterval: isUnderWay ? EVERY_MS : 0 });
  return { training, isUnderWay };
}
