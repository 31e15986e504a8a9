import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/property-runs.ts';
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
        expect(r.groups).toBe(0);
        expect(r.sweep(100_000)).toEqual([]);
        expect(r.bytes).toBe(0);
      }),
    );
  });

  it('returns the complete message again if its last part is repeated, and starts no new message', () => {
    const r = new Reassembler();
    const send = (part: ReturnType<typeof parts>[number]) => r.accept(part.header, part.body, 0);
    const [first, second] = [
      parts(BODY),
      parts(
        BODY.map((b) => b ^ 0xff),
        { serial: 20 },
      ),
    ];
    expect(first.map(send).at(-1)!.state).toBe('complete');
    expect(send(first.at(-1)!)).toMatchObject({ state: 'complete again', body: BODY });
    expect(send(first[3]!)).toEqual({ state: 'repeated', missing: 0 });
    expect(r.groups).toBe(0);
    expect(second.map(send).at(-1)).toMatchObject({ state: 'complete', body: BODY.map((b) => b ^ 0xff) });
  });

  it('joins each message from its own parts, even if they are repeated, reordered and interleaved', () => {
    const TOTAL = 5;
    /** Serials of one message: consecutive, or with other messages in between. */
    const message = fc.record({ gaps: fc.array(fc.nat(1), { minLength: TOTAL, maxLength: TOTAL }), pause: fc.nat(40) });
    const plan = fc.tuple(fc.array(message, { minLength: 2, maxLength: 4 }), fc.nat(0xffff), fc.infiniteStream(fc.nat(1000)));
    fc.assert(
      fc.property(plan, ([messages, start, choices]) => {
        const choose = () => choices.next().value;
        const r = new Reassembler();
        let serial = start;
        const sent = messages.map(({ gaps, pause }, m) => {
          serial += pause;
          // same bytes in the middle of each message, as of dark photos
          return gaps.map((gap, i) => {
            const body = i === 2 ? BODY : BODY.map((b) => b ^ (m + 1));
            const [part] = parts(body.subarray(0, 50), { serial: 0 });
            // at most TOTAL - 1 other messages inside one message
            serial += i < TOTAL - 1 ? gap : 0;
            const header = { ...part!.header, total: TOTAL, index: i + 1, serial: serial & 0xffff };
            serial++;
            return { m, header, body: part!.body };
          });
        });
        // two neighbours are on their way together, each in any order, with repetitions of anything sent
        const complete = new Map<number, Uint8Array>();
        const queue = sent.map((all) => all.slice().sort(() => (choose() % 2) - 0.5));
        const delivered: (typeof sent)[number] = [];
        const deliver = (part: (typeof delivered)[number]) => {
          delivered.push(part);
          const accepted = r.accept(part.header, part.body, 0);
          if (accepted.state !== 'complete') return;
          expect(complete.has(part.m)).toBe(false);
          complete.set(part.m, accepted.body);
        };
        deliver(queue[0]!.shift()!);
        while (queue.some(({ length }) => length > 0)) {
          if (choose() % 3 === 0) deliver(delivered[choose() % delivered.length]!);
          const open = queue.filter(({ length }) => length > 0);
          const from = open[choose() % 4 === 0 ? Math.min(1, open.length - 1) : 0]!;
          deliver(from.shift()!);
        }
        for (const [m, all] of sent.entries()) expect(toHex(complete.get(m)!)).toBe(all.map(({ body }) => toHex(body)).join(''));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it('continues a message after an interruption only with the expected serials', () => {
    const r = new Reassembler();
    const first = parts(BODY);
    for (const { header, body } of first.slice(0, 5)) r.accept(header, body, 0);
    r.interrupt();
    const second = parts(
      BODY.map((b) => b ^ 0xff),
      { serial: 16 },
    );
    expect(r.accept(second[6]!.header, second[6]!.body, 0)).toEqual({ state: 'pending', missing: 9 });
    const results = first.slice(5).map(({ header, body }) => r.accept(header, body, 0));
    expect(results.at(-1)).toMatchObject({ state: 'complete', body: BODY });
  });

  it('joins both halves of an interrupted message after the terminal answers the request for the rest', () => {
    const r = new Reassembler();
    // other messages between the parts: their serials are not consecutive
    const all = parts(BODY).map(({ header, body }) => ({
      header: { ...header, serial: header.serial + (header.index > 5 ? 3 : 0) },
      body,
    }));
    for (const { header, body } of all.slice(0, 5)) r.accept(header, body, 0);
    r.interrupt();
    for (const { header, body } of all.slice(5)) expect(r.accept(header, body, 0).state).toBe('pending');
    const requests = r.sweep(5_000);
    expect(requests).toMatchObject([{ firstSerial: 10, missing: [6, 7, 8, 9, 10] }, { missing: [1, 2, 3, 4, 5] }]);
    const answers = all.slice(5).map(({ header, body }) => r.accept(header, body, 6_000));
    expect(answers.at(-1)).toMatchObject({ state: 'complete', body: BODY });
    expect(r.groups).toBe(0);
  });

  it('requests the rest once more after an interruption, because the earlier requests may be lost', () => {
    const r = new Reassembler({ askAfterMs: 5_000, maxAsks: 2 });
    const all = parts(BODY);
    for (const { header, body } of all.slice(0, 5)) r.accept(header, body, 0);
    for (const now of [5_000, 10_000]) expect(r.sweep(now)).toMatchObject([{ missing: [6, 7, 8, 9, 10] }]);
    expect(r.sweep(20_000)).toEqual([]);
    r.interrupt();
    expect(r.sweep(20_000)).toMatchObject([{ firstSerial: 10, missing: [6, 7, 8, 9, 10] }]);
    expect(r.sweep(30_000)).toEqual([]);
    const answers = all.slice(5).map(({ header, body }) => r.accept(header, body, 31_000));
    expect(answers.at(-1)).toMatchObject({ state: 'complete', body: BODY });
  });

  it('joins the parts from a terminal that uses one serial for all parts', () => {
    const r = new Reassembler();
    const bodies = [BODY, BODY.map((b) => b ^ 0xff)];
    for (const body of bodies) {
      const results = parts(body).map(({ header, body: part }) => r.accept({ ...header, serial: 7 }, part, 0));
      expect(results.at(-1)).toMatchObject({ state: 'complete', body });
    }
  });

  it('discards the beginning of a message that the terminal starts again', () => {
    const r = new Reassembler();
    for (const { header, body } of parts(BODY).slice(0, 5)) r.accept(header, body, 0);
    const results = parts(BODY, { serial: 500 }).map(({ header, body }) => r.accept(header, body, 0));
    expect(results.at(-1)).toMatchObject({ state: 'complete', body: BODY });
    expect(r.sweep(6_000)).toEqual([]);
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
    expect(r.sweep(6000)).toMatchObject([{ id: 0x0801, firstSerial: 0xffff, missing: [2, 3, 5, 6, 7, 8, 9], dropped: null }]);
    expect(r.sweep(7000)).toEqual([]);
    expect(r.sweep(11_000)).toMatchObject([{ dropped: null }]);
    expect(r.sweep(30_000)).toEqual([]);
    const received = Uint8Array.from([0, 3, 9].flatMap((i) => [...all[i]!.body]));
    expect(r.sweep(61_000)).toMatchObject([{ dropped: received, missing: [2, 3, 5, 6, 7, 8, 9] }]);
    expect([r.groups, r.bytes]).toEqual([0, 0]);
  });

  it('derives the first serial from a later sub-package', () => {
    const r = new Reassembler();
    const all = parts(BODY, { serial: 0xfffe });
    r.accept(all[4]!.header, all[4]!.body, 0);
    expect(r.sweep(10_000)).toMatchObject([{ firstSerial: 0xfffe }]);
  });

  it('does not use parts from before the timeout', () => {
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

  it('refuses a new message if all messages in progress are active, and replaces an idle message', () => {
    const r = new Reassembler({ maxGroups: 2, askAfterMs: 5_000 });
    const [a, b, c] = [0x0801, 0x0704, 0x0900].map((id) => parts(BODY, { id })[0]!);
    r.accept(a!.header, a!.body, 0);
    r.accept(b!.header, b!.body, 3_000);
    expect(r.accept(c!.header, c!.body, 4_000)).toEqual({ state: 'refused', reason: 'full' });
    expect(r.accept(c!.header, c!.body, 5_000)).toEqual({ state: 'pending', missing: 9 });
    expect(r.sweep(5_000)).toMatchObject([{ id: 0x0801, dropped: a!.body }]);
    expect(r.sweep(5_000, false)).toEqual([]);
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
