import { useEffect, useState } from "react";
import { useFormat, useText } from "../lib/i18n";

const KB = 1024;

/** What came over the line for the present document, in bytes; what a cache had counts nothing. */
function received(): number {
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ] as PerformanceResourceTiming[];
  return entries.reduce((sum, { transferSize }) => sum + transferSize, 0);
}

/** How many bytes the page took, shown once it is there; absent without script. */
export function BytesUsed() {
  const t = useText();
  const f = useFormat();
  const [bytes, setBytes] = useState(0);
  useEffect(() => {
    const read = () => setBytes(received());
    if (document.readyState === "complete") return read();
    window.addEventListener("load", read, { once: true });
    return () => window.removeEventListener("load", read);
  }, []);
  return (
    <span className="bytes">
      {bytes > 0 && t("reports.bytes", { size: f.number(Math.max(1, Math.round(bytes / KB))) })}
    </span>
  );
}
