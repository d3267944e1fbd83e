/** An answer recorded by the microphone: a WAV of one channel at 16 kHz, as the recognition reads it. */

const RATE = 16_000;
const LONGEST_S = 30;
const HEAD = 44;

/** Whether the browser can record. */
export const records = () =>
  typeof window !== "undefined" &&
  "MediaRecorder" in window &&
  "OfflineAudioContext" in window &&
  Boolean(navigator.mediaDevices);

/** A recording under way. */
export interface Recording {
  stop: () => void;
  /** What was recorded, once it has stopped. */
  sound: Promise<Blob>;
}

/** Begins; rejects where the microphone is refused. */
export async function record(): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const stop = () => {
    if (recorder.state !== "inactive") recorder.stop();
  };
  const timer = setTimeout(stop, LONGEST_S * 1000);
  const stopped = new Promise<void>((resolve) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      clearTimeout(timer);
      stream.getTracks().forEach((track) => track.stop());
      resolve();
    };
  });
  recorder.start();
  return { stop, sound: stopped.then(() => decoded(new Blob(parts))) };
}

/** A recording of any kind as a WAV; the browser brings it to our rate while it decodes. */
async function decoded(sound: Blob): Promise<Blob> {
  const buffer = await new OfflineAudioContext(1, 1, RATE).decodeAudioData(await sound.arrayBuffer());
  return wavOf(buffer.getChannelData(0).subarray(0, LONGEST_S * RATE));
}

/** Samples from -1 to 1 as a WAV of 16 bits. */
export function wavOf(samples: Float32Array): Blob {
  const size = samples.length * 2;
  const view = new DataView(new ArrayBuffer(HEAD + size));
  const write = (at: number, text: string) => [...text].forEach((char, i) => view.setUint8(at + i, char.charCodeAt(0)));
  write(0, "RIFF");
  view.setUint32(4, HEAD - 8 + size, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, size, true);
  samples.forEach((sample, i) => view.setInt16(HEAD + i * 2, Math.max(-1, Math.min(1, sample)) * 32_767, true));
  return new Blob([view], { type: "audio/wav" });
}
