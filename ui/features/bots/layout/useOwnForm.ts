/** What one of several forms of a page left behind. */
export { useOwnForm } from "../../../components/forms/useOwnForm";
