/** The download of a figure's numbers under the page's filters. */
import { usePage } from "../../../page";
import { FileLink } from "../cards/FileLink";
import type { reportQuery } from "../filters/query";
import { addPath, csvPath, type Figure } from "./api";

export function FigureLink({ figure, name }: { figure: Figure; name: string }) {
  const { query } = usePage<typeof reportQuery>();
  return (
    <FileLink subject="Dashboard" file={csvPath(figure, query)} name={name} add={addPath("dashboard", figure, query)} />
  );
}
