/** The file of a document as it was sent: enlarged, turned, and for a PDF page by page. */
import { useRef, useState } from "react";
import { IconButton, LinkButton } from "../../../components";
import { useKeys } from "../../../hooks/useKeys";
import { useFormat, useText } from "../../../lib/i18n";
import { usePage } from "../../../page";
import { documentOf, type WholeCustomerDocument } from "./api";
import type { documentGrammar } from "./query";

/** Widths of the picture as parts of its frame's; at the first it is seen whole. */
const ZOOMS = [0, 1, 1.5, 2, 3, 4] as const;

interface Look {
  /** Place among the zooms. */
  zoom: number;
  /** Quarters to the right. */
  turn: number;
  /** Pixels across and down, once known. */
  size: readonly [number, number];
}

/** The picture, or why there is none to see. */
export function Picture({ document: row }: { document: WholeCustomerDocument }) {
  const t = useText();
  const f = useFormat();
  const why = row.erased ? "erased" : row.hidden ? "hidden" : row.pages === 0 ? "unopened" : "";
  return (
    <figure className="cdoc-picture">
      {why ? (
        // i18n: customerdocs.erased customerdocs.hidden customerdocs.unopened
        <p className="quiet">{t(`customerdocs.${why}`)}</p>
      ) : (
        <Sheet key={row.id} document={row} />
      )}
      {!row.erased && (
        <figcaption className="small quiet">
          {f.bytes(row.size)} · {t("customerdocs.kept", { at: f.date(row.keep_until) })}
          {row.media_type === "application/pdf" && !row.hidden && (
            <>
              {" · "}
              <a href={`${documentOf(row.id)}/file`} download>
                {t("customerdocs.savePdf")}
              </a>
            </>
          )}
        </figcaption>
      )}
    </figure>
  );
}

/** One picture with its tools. */
function Sheet({ document: row }: { document: WholeCustomerDocument }) {
  const t = useText();
  const { query } = usePage<typeof documentGrammar, "id">();
  const image = useRef<HTMLImageElement>(null);
  const [look, setLook] = useState<Look>({ zoom: 0, turn: 0, size: [3, 2] });
  const all = row.pages ?? 1;
  const number = Math.min(Number(query.sheet) || 1, all);
  const source = `${documentOf(row.id)}/${row.pages ? `pages/${number}` : "file"}`;
  const sized = () => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image.current ?? {};
    return width && height ? ([width, height] as const) : look.size;
  };
  const zoom = (to: number) => setLook({ ...look, size: sized(), zoom: Math.min(Math.max(to, 0), ZOOMS.length - 1) });
  const turn = () => setLook({ ...look, size: sized(), turn: look.turn + 1 });
  const isSideways = look.turn % 2 === 1;
  const [width, height] = isSideways ? [look.size[1], look.size[0]] : look.size;
  const geometry = {
    "--zoom": String(ZOOMS[look.zoom]),
    "--turn": `${look.turn * 90}deg`,
    "--ratio": String(width / height),
  };
  useKeys({
    "+": () => zoom(look.zoom + 1),
    "-": () => zoom(look.zoom - 1),
    "0": () => zoom(0),
    w: () => zoom(1),
    t: () => turn(),
  });
  return (
    <>
      <div className="cdoc-tools">
        {all > 1 && <Pages id={row.id} number={number} all={all} />}
        <Tools look={look} zoom={zoom} turn={turn} />
      </div>
      <div
        className={["cdoc-frame", row.pages && "paged", look.zoom && "zoomed", isSideways && "sideways"]
          .filter(Boolean)
          .join(" ")}
        ref={(element) => {
          for (const [name, value] of Object.entries(geometry)) element?.style.setProperty(name, value);
        }}
      >
        <a href={source} target="_blank" rel="noreferrer" aria-label={t("customerdocs.larger")}>
          <img
            ref={image}
            src={source}
            draggable={false}
            alt={t("customerdocs.pictureOf", { kind: t(`customerdocs.k.${row.kind ?? "unknown"}`) })}
            onLoad={() => setLook((before) => ({ ...before, size: sized() }))}
          />
        </a>
      </div>
    </>
  );
}

/** Which page of a PDF it is, and the way to those beside it. */
function Pages({ id, number, all }: { id: string; number: number; all: number }) {
  const t = useText();
  const to = (page: number) => `/customer-documents/${id}?sheet=${page}`;
  return (
    <nav className="row" aria-label={t("customerdocs.pages")}>
      {number > 1 && <LinkButton to={to(number - 1)}>{t("customerdocs.pageBefore")}</LinkButton>}
      <span className="small quiet">{t("customerdocs.page", { n: number, all })}</span>
      {number < all && <LinkButton to={to(number + 1)}>{t("customerdocs.pageAfter")}</LinkButton>}
    </nav>
  );
}

/** Buttons that enlarge and turn; there are none without JavaScript. */
function Tools({ look, zoom, turn }: { look: Look; zoom: (to: number) => void; turn: () => void }) {
  const t = useText();
  const f = useFormat();
  return (
    <div className="cdoc-zoom" role="group" aria-label={t("customerdocs.tools")}>
      <IconButton
        icon="minus"
        label={t("customerdocs.smaller")}
        aria-keyshortcuts="-"
        disabled={look.zoom === 0}
        onClick={() => zoom(look.zoom - 1)}
      />
      <output className="small">
        {look.zoom ? f.percent((ZOOMS[look.zoom] ?? 1) * 100, 0) : t("customerdocs.whole")}
      </output>
      <IconButton
        icon="plus"
        label={t("customerdocs.bigger")}
        aria-keyshortcuts="+"
        disabled={look.zoom === ZOOMS.length - 1}
        onClick={() => zoom(look.zoom + 1)}
      />
      <IconButton
        icon="move-horizontal"
        label={t("customerdocs.fitWidth")}
        aria-keyshortcuts="w"
        aria-pressed={look.zoom === 1}
        onClick={() => zoom(look.zoom === 1 ? 0 : 1)}
      />
      <IconButton icon="rotate-cw" label={t("customerdocs.turn")} aria-keyshortcuts="t" onClick={turn} />
    </div>
  );
}
