import { bcd, bytes, list, struct, u16, u32 } from '../../codec/index.ts';

/** 0x0705. Items are read to the end, whatever the stated count is. */
export const CanData = struct({
  /** The count stated by the terminal; `items` may differ. */
  count: u16,
  /** Time of the first item, hhmmss and four digits of milliseconds, GMT+8. */
  time: bcd(5),
  /** Bit 31 of `id` is the channel, 30 the extended frame, 29 the average of the collected data, the others the id. */
  items: list(struct({ id: u32, data: bytes(8) }), 'rest'),
});
