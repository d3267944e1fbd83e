/** What the lists of master data have in common: head, parts, search, rows or an empty page, and the way on. */
import type { ComponentProps, FormEventHandler, ReactNode } from "react";
import { Empty, LinkButton, PageHead, useCan, type IconName } from "../../../components";
import { PagedList } from "../../../components/lists/PagedList";
import { HiddenValues } from "../../../components/fields/HiddenValues";
import { SearchForm } from "../../../components/fields/SearchForm";
import { useText } from "../../../lib/i18n";
import { useGetForm, usePage } from "../../../page";
import { Parts, type PartName } from "../layout/Parts";
import "../../../components/table/table.css";

interface Props {
  part: PartName;
  title: string;
  lead: string;
  icon: IconName;
  result: ComponentProps<typeof PagedList>["of"];
  search: string;
  /** What narrows the list, by its names in the address, and menus for that beside the search. */
  narrowing: Readonly<Record<string, string>> & { q: string };
  filters?: ReactNode;
  /** The address of the form for a new one. */
  add?: string;
  addLabel?: string;
  children: ReactNode;
}

/** The frame of one list. */
export function ListFrame(props: Props) {
  const t = useText();
  const can = useCan();
  const { here } = usePage();
  const submit = useGetForm() as FormEventHandler<HTMLFormElement>;
  const { result, narrowing } = props;
  const { q, ...filters } = narrowing;
  const isNarrowed = Object.values(narrowing).some(Boolean);
  const all = Object.fromEntries(Object.keys(narrowing).map((name) => [name, undefined]));
  const address = `/admin/masters/${props.part}`;
  const make = can("create", "Master") && (
    <>
      <LinkButton to={`/admin/masters/imports?kind=${props.part.replace("-", "_")}`} icon="upload">
        {t("masters.import")}
      </LinkButton>
      {props.add && (
        <LinkButton to={props.add} variant="primary" icon="plus">
          {props.addLabel}
        </LinkButton>
      )}
    </>
  );
  return (
    <>
      <PageHead title={props.title} lead={props.lead} actions={make} />
      <Parts current={props.part} />
      <div className="stack">
        <div className="ms-tools row">
          <SearchForm label={props.search} action={address} value={q} onSubmit={submit}>
            <HiddenValues values={filters} />
          </SearchForm>
          {props.filters}
        </div>
        <PagedList
          of={result}
          to={(page) => here({ do: undefined, page })}
          empty={
            <Empty
              icon={props.icon}
              title={t(isNarrowed ? "masters.noneFit" : "masters.none")}
              actions={
                isNarrowed ? (
                  <LinkButton to={here({ do: undefined, page: undefined, ...all } as never)}>
                    {t("masters.showAll")}
                  </LinkButton>
                ) : (
                  make
                )
              }
            >
              {t(isNarrowed ? "masters.noneFitText" : "masters.noneText")}
            </Empty>
          }
        >
          {() => <div className="data-table">{props.children}</div>}
        </PagedList>
      </div>
    </>
  );
}
