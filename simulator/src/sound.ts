const HEADER_BYTES = 44;
const RATE_HZ = 8_000;
/** A tenth of a second is enough of a sample. */
const SAMPLES = RATE_HZ / 10;

/** A short WAV file: PCM, one channel of 8 bits. `tone` makes the file unique. */
export function recordSound(tone: number): Uint8Array {
  const file = Buffer.alloc(HEADER_BYTES + SAMPLES, 0x80);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE_HZ, 24);
  file.writeUInt32LE(RATE_HZ, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(SAMPLES, 40);
  for (let i = 0; i < SAMPLES; i++) file[HEADER_BYTES + i] = 0x80 + Math.round(40 * Math.sin((i * (tone % 50)) / 25));
  return file;
}
