// Pictures of documents, drawn by the factory of the Python tests.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A picture that no other seed gives. */
export function picture(seed: number): { name: string; mimeType: string; buffer: Buffer } {
  const imports = "import sys; from tests.factories.customer_documents import picture";
  const code = `${imports}; sys.stdout.buffer.write(picture(${seed}))`;
  const buffer = execFileSync(join(ROOT, ".venv/bin/python"), ["-c", code], { cwd: ROOT, maxBuffer: 2 ** 24 });
  return { name: "licence.png", mimeType: "image/png", buffer };
}
