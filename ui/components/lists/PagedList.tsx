import type { ReactNode } from "react";
import { Card } from "../Card";
import { Pagination, type Paged } from "../Pagination";
import { Trouble, type Asked } from "../states";

interface Props<Data> {
  of: Omit<Asked, "data"> & { data?: Data | undefined };
  to: Parameters<typeof Pagination>[0]["to"];
  /** What to do while there is nothing. */
  empty: ReactNode;
  /** Said under the card. */
  foot?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A list in a card with its pages: what failed, what to do while it is empty, or the rows. */
export function PagedList<Data extends Paged>({ of, to, empty, foot, children }: Props<Data>) {
  const { data } = of;
  return (
    <>
      <Trouble of={of} />
      {data?.total === 0 && empty}
      {data && data.total > 0 && (
        <>
          <Card flush>{children(data)}</Card>
          {foot}
          <Pagination of={data} to={to} />
        </>
      )}
    </>
  );
}
