import { describe, expect, it } from 'vitest';
import { BURST_BYTES, LATE_MS, MAX_BYTES_PER_S, MIN_BYTES_PER_S, UploadPace } from './upload-pace.ts';

/** Seconds until bytes that come in parts have passed, if each part waits as it must. */
function secondsFor(pace: UploadPace, bytes: number, part = 65_536): number {
  let now = 0;
  for (let sent = 0; sent < bytes; sent += part) now += pace.admit(part, now);
  return now / 1_000;
}

describe('the rate limit of uploads', () => {
  it('passes a photo immediately, and larger uploads at a limited rate', () => {
    const pace = new UploadPace();
    expect(secondsFor(pace, BURST_BYTES)).toBe(0);
    expect(secondsFor(new UploadPace(), BURST_BYTES + 10 * MIN_BYTES_PER_S)).toBeCloseTo(10);
  });

  it('increases while the event loop is on time, and halves when it is late, within limits', () => {
    const pace = new UploadPace();
    const before = pace.bytesPerS;
    pace.observe(0);
    expect(pace.bytesPerS).toBeGreaterThan(before);
    for (let n = 0; n < 1_000; n++) pace.observe(LATE_MS);
    expect(pace.bytesPerS).toBe(MAX_BYTES_PER_S);
    pace.observe(LATE_MS + 1);
    expect(pace.bytesPerS).toBe(MAX_BYTES_PER_S / 2);
    for (let n = 0; n < 1_000; n++) pace.observe(1_000);
    expect(pace.bytesPerS).toBe(MIN_BYTES_PER_S);
  });

  it('limits saved unused time to one burst', () => {
    const pace = new UploadPace();
    secondsFor(pace, BURST_BYTES);
    expect(pace.admit(BURST_BYTES, 3_600_000)).toBe(0);
    expect(pace.admit(65_536, 3_600_000)).toBeGreaterThan(0);
  });
});
