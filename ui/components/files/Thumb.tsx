/** A medium in a small size, or its sign where it is a file, or where data is to be spared. */
import { Icon } from "../Icon";
import { useSaveData } from "../../hooks/useSaveData";
import { useFormat } from "../../lib/i18n";

/** A medium as a message shows it: of a library, or by an address anywhere. */
export interface VisibleMedium {
  url: string;
  file?: string;
  kind?: string;
  name?: string;
  alt?: Readonly<Record<string, string>>;
  size?: number;
  width?: number | null;
  height?: number | null;
  widths?: readonly number[];
}

/** Its forms for `<source>`, by the convention of its address. */
const sourcesOf = ({ url, widths = [] }: VisibleMedium, form: string) =>
  widths.map((width) => `${url.replace(/original$/, `${width}.${form}`)} ${width}w`).join(", ");

/** The picture; `alt` is empty where its name is beside it. */
export function Thumb({ medium, alt, sizes = "160px" }: { medium: VisibleMedium; alt: string; sizes?: string }) {
  const f = useFormat();
  const saves = useSaveData();
  if (medium.kind !== "image" || saves)
    return (
      <span className="bm-sign rows gap-6 breaks">
        <Icon name={medium.kind === "image" ? "image" : "file-text"} size={24} />
        <span>{[alt, f.bytes(medium.size ?? 0)].filter(Boolean).join(" · ")}</span>
      </span>
    );
  return (
    <picture className="bm-thumb">
      {(medium.widths?.length ?? 0) > 0 &&
        ["avif", "webp"].map((form) => (
          <source key={form} type={`image/${form}`} srcSet={sourcesOf(medium, form)} sizes={sizes} />
        ))}
      <img
        src={medium.url}
        alt={alt}
        width={medium.width ?? undefined}
        height={medium.height ?? undefined}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** What a medium shows in a language, or in any other. */
export const altOf = ({ alt, name = "" }: VisibleMedium, language: string): string =>
  alt?.[language] ?? Object.values(alt ?? {})[0] ?? name;
