/** Whether a file is of a kind an `accept` list names: endings, types, or all of a family such as `image/*`. */
export function isAccepted(file: Pick<File, "name" | "type">, accept: string): boolean {
  const kinds = accept
    .split(",")
    .map((kind) => kind.trim().toLowerCase())
    .filter(Boolean);
  const name = file.name.toLowerCase();
  return (
    kinds.length === 0 ||
    kinds.some((kind) =>
      kind.startsWith(".")
        ? name.endsWith(kind)
        : kind.endsWith("/*")
          ? file.type.startsWith(kind.slice(0, -1))
          : file.type === kind,
    )
  );
}
