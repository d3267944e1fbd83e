/** What the microphone has recorded, as the server reads it. */
import { expect, it } from "vitest";
import { records, wavOf } from "../../../../ui/features/channels/voice/recording";

it("writes samples as a WAV of 16 bits at 16 kHz", async () => {
  const view = new DataView(await wavOf(new Float32Array([0, 1, -1, 2, -0.5])).arrayBuffer());
  const text = (at: number, length: number) =>
    String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)));
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(["RIFF", "WAVEfmt ", "data"]);
  expect([view.getUint32(4, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([46, 1, 16_000]);
  expect([view.getUint16(34, true), view.getUint32(40, true), view.byteLength]).toEqual([16, 10, 54]);
  expect([0, 1, 2, 3, 4].map((i) => view.getInt16(44 + i * 2, true))).toEqual([0, 32_767, -32_767, 32_767, -16_383]);
});

it("records nowhere without a microphone", () => expect(records()).toBe(false));
