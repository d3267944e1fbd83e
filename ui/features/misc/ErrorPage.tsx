import PageProblem from "../../page/PageProblem";

/** The page for an address that leads nowhere. */
export default function ErrorPage() {
  return <PageProblem status={404} />;
}
