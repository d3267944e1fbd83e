import PageProblem from "../../page/PageProblem";

/** The page for a place one may not open. */
export default function NotAuthorizedPage() {
  return <PageProblem status={403} />;
}
