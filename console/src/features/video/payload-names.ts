/** Payload types of JT/T 1078-2016, table 12, that terminals name in 0x1003. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'G.721',
  2: 'G.722',
  3: 'G.723',
  4: 'G.728',
  5: 'G.729',
  6: 'G.711A',
  7: 'G.711U',
  8: 'G.726',
  9: 'G.729A',
  17: 'MPEG Audio',
  18: 'LPCM',
  19: 'AAC',
  20: 'WMA9',
  21: 'HE-AAC',
  24: 'AAC-LC',
  25: 'MP3',
  26: 'ADPCM',
  28: 'AMR',
  98: 'H.264',
  99: 'H.265',
  100: 'AVS',
  101: 'SVAC',
};

/** The name of a codec; its number without one. */
export const payloadName = (type: number): string => NAMES[type] ?? String(type);
