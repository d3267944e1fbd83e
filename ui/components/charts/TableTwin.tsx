/** The same figures as a table, under a disclosure, for anyone who reads tables rather than shapes. */
import type { ReactNode } from "react";
import "./charts.css";

export interface Twin {
  /** The words of the disclosure. */
  summary: string;
  caption: string;
  head: string[];
  rows: { key: string; cells: ReactNode[] }[];
  /** What else the picture shows, below the table. */
  below?: ReactNode;
}

/** First column is the row's header; all others are numbers. */
export function TableTwin({ summary, caption, head, rows, below }: Twin) {
  return (
    <details className="tw">
      <summary>{summary}</summary>
      <div className="tx">
        <table>
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.cells[0]}</th>
                {row.cells.slice(1).map((cell, index) => (
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {below}
    </details>
  );
}
