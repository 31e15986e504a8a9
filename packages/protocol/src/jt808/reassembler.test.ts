import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import { decodeFrame, encodeMessage, Reassembler } from './index.ts';

const BODY = Uint8Array.from({ length: 1000 }, (_, i) => (i * 31) & 0xff);
const parts = (body: Uint8Array, { phone = '1', serial = 10, maxBody = 100, id = 0x0801 } = {}) =>
  encodeMessage({ id, body, version: 2013, phone, serial, maxBody }).map((frame) => decodeFrame(frame));

describe('Reassembler', () => {
  it('reassembles sub-packages in any order, once', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(parts(BODY), { minLength: 10 }), (shuffled) => {
        const r = new Reassembler();
        const results = shuffled.map(({ header, body }) => r.accept(header, body, 0));
        expect(results.slice(0, -1).every((x) => x.state === 'pending')).toBe(true);
        const last = results.at(-1)!;
        if (last.state !== 'complete') throw new Error(last.state);
        expect(toHex(last.body)).toBe(toHex(BODY));
        expect(last.header).toMatchObject({ id: 0x0801, serial: 10, total: 0, index: 0, bodyLength: 1000 });
        expect([r.groups, r.bytes]).toEqual([0, 0]);
      }),
    );
  });

  it('returns a message without sub-packages at once', () => {
    const [whole] = parts(BODY.subarray(0, 50));
    expect(new Reassembler().accept(whole!.header, whole!.body, 0)).toMatchObject({ state: 'complete' });
  });

  it('drops repeated sub-packages', () => {
    const r = new Reassembler();
    const [a, b] = parts(BODY);
    expect(r.accept(a!.header, a!.body, 0)).toEqual({ state: 'pending', missing: 9 });
    expect(r.accept(a!.header, a!.body, 1)).toEqual({ state: 'repeated', missing: 9 });
    expect(r.accept(b!.header, b!.body, 2)).toEqual({ state: 'pending', missing: 8 });
  });

  it('starts again when the next message of the type starts', () => {
    const r = new Reassembler();
    const other = BODY.map((b) => b ^ 0xff);
    for (const { header, body } of parts(BODY).slice(0, 5)) r.accept(header, body, 0);
    const results = parts(other, { serial: 99 }).map(({ header, body }) => r.accept(header, body, 1));
    const last = results.at(-1)!;
    if (last.state !== 'complete') throw new Error(last.state);
    expect(toHex(last.body)).toBe(toHex(other));
  });

  it('separates terminals, messages and totals', () => {
    const r = new Reassembler();
    const streams = [parts(BODY), parts(BODY, { phone: '2' }), parts(BODY, { id: 0x0900 }), parts(BODY, { maxBody: 200 })];
    let complete = 0;
    for (let i = 0; i < 10; i++) {
      for (const stream of streams) {
        const part = stream[i];
        if (part !== undefined && r.accept(part.header, part.body, 0).state === 'complete') complete++;
      }
    }
    expect(complete).toBe(4);
  });

  it('requests missing parts, then drops the message', () => {
    const r = new Reassembler({ timeoutMs: 60_000, askAfterMs: 5_000, maxAsks: 2 });
    const all = parts(BODY, { serial: 0xffff });
    for (const i of [3, 0, 9]) r.accept(all[i]!.header, all[i]!.body, 1000);
    expect(r.sweep(2000)).toEqual([]);
    expect(r.sweep(6000)).toMatchObject([{ id: 0x0801, firstSerial: 0xffff, missing: [2, 3, 5, 6, 7, 8, 9], expired: false }]);
    expect(r.sweep(7000)).toEqual([]);
    expect(r.sweep(11_000)).toMatchObject([{ expired: false }]);
    expect(r.sweep(30_000)).toEqual([]);
    expect(r.sweep(61_000)).toMatchObject([{ expired: true, missing: [2, 3, 5, 6, 7, 8, 9] }]);
    expect([r.groups, r.bytes]).toEqual([0, 0]);
  });

  it('derives the first serial from a later sub-package', () => {
    const r = new Reassembler();
    const all = parts(BODY, { serial: 0xfffe });
    r.accept(all[4]!.header, all[4]!.body, 0);
    expect(r.sweep(10_000)).toMatchObject([{ firstSerial: 0xfffe }]);
  });

  it('does not mix in parts from before the timeout', () => {
    const r = new Reassembler({ timeoutMs: 1000 });
    const all = parts(BODY);
    for (const { header, body } of all.slice(0, 9)) r.accept(header, body, 0);
    expect(r.accept(all[9]!.header, all[9]!.body, 5000)).toEqual({ state: 'pending', missing: 9 });
  });

  it('refuses an invalid index', () => {
    const r = new Reassembler();
    const { header, body } = parts(BODY)[0]!;
    expect(r.accept({ ...header, index: 0 }, body, 0)).toEqual({ state: 'refused', reason: 'index' });
    expect(r.accept({ ...header, index: 11 }, body, 0)).toEqual({ state: 'refused', reason: 'index' });
    expect(r.accept({ ...header, total: 0 }, body, 0)).toEqual({ state: 'refused', reason: 'index' });
  });

  it('stays within its limits for any input', () => {
    const r = new Reassembler({ maxBytes: 50_000, maxGroups: 4 });
    const { header, body } = parts(BODY)[0]!;
    for (let id = 0; id < 100; id++) r.accept({ ...header, id }, body, id);
    expect(r.groups).toBe(4);
    for (let index = 1; index <= 5000; index++) r.accept({ ...header, total: 65_535, index }, body, 200);
    expect(r.bytes).toBeLessThanOrEqual(50_000);
    // Sub-packages without a body cost memory too.
    for (let index = 1; index <= 60_000; index++) r.accept({ ...header, id: 1, total: 65_535, index }, body.subarray(0, 0), 300);
    expect(r.bytes).toBeLessThanOrEqual(50_000);
  });
});
