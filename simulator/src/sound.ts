const HEADER_BYTES = 44;
const RATE_HZ = 8_000;
/** Enough of a sample. */
const SAMPLE_S = 0.1;

/** A WAV file: PCM, one channel of 8 bits. `tone` makes the file unique. */
export function recordSound(tone: number, seconds: number = SAMPLE_S): Uint8Array {
  const samples = seconds * RATE_HZ;
  const file = Buffer.alloc(HEADER_BYTES + samples, 0x80);
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
  file.writeUInt32LE(samples, 40);
  for (let i = 0; i < samples; i++) file[HEADER_BYTES + i] = 0x80 + Math.round(40 * Math.sin((i * (tone % 50)) / 25));
  return file;
}
