const POLYNOMIAL = 0x1021;

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc;
});

/** CRC-16/CCITT-FALSE of some bytes (JT/T 809 4.3.4): start FFFF, not reflected, nothing behind. */
export const crc16 = (b: Uint8Array, from = 0, to = b.length): number => {
  let crc = 0xffff;
  for (let i = from; i < to; i++) crc = ((crc << 8) & 0xff00) ^ TABLE[(crc >> 8) ^ b[i]!]!;
  return crc;
};
