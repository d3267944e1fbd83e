import PageProblem from "../../page/PageProblem";
import "../../styles/public.css";

/** The page for a place one may not open. */
export default function NotAuthorizedPage() {
  return <PageProblem status={403} />;
}
