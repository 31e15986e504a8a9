import { decode } from '@fleetwarden/protocol/codec';
import { DriverState, Tyres } from '@fleetwarden/protocol/jsatl12';
import type { LocationInput } from '@fleetwarden/protocol/jt808';
import { expect, it } from 'vitest';
import { DAY, MINUTE } from './clock.ts';
import { findFiledIncident, getStep, withIncident } from './incidents.ts';

const START = Date.UTC(2026, 5, 1);
const member = { seed: 7, terminalNo: 'S000001' };
const plain: LocationInput = { deviceAt: START, lng: 113.2, lat: 23.1, extra: Uint8Array.of(0x11, 1, 0) };
const at = (step: number, more: object = {}) => ({ at: START + (step * MINUTE) / 2, speedKmh: 60, fixed: true, ...more });
/** Ids of the items of a report. */
function itemsOf({ extra }: LocationInput): number[] {
  const found: number[] = [];
  for (let from = 0; extra && from < extra.length; from += 2 + extra[from + 1]!) found.push(extra[from]!);
  return found;
}
const all = Array.from({ length: (100 * DAY) / (MINUTE / 2) }, (_, step) => withIncident(plain, member, at(step)));

it('incidents occur occasionally on the road, of every type, in addition to other items', () => {
  const told = all.filter((report) => report !== plain);
  expect(told.length / all.length).toBeGreaterThan(0.003);
  expect(told.length / all.length).toBeLessThan(0.006);
  expect(new Set(told.flatMap(itemsOf))).toEqual(new Set([0x11, 0x64, 0x65, 0x66, 0x67]));
  for (const report of told) expect(itemsOf(report)).toHaveLength(2);
  // item 0x11 with its length and value comes before the item and its length
  const tyres = told
    .filter((report) => itemsOf(report)[1] === 0x66)
    .map(({ extra }) => decode(Tyres, extra!.subarray(5)).tyres[0]!);
  expect(new Set(tyres.map(({ position }) => position)).size).toBeGreaterThan(3);
  expect(new Set(tyres.map(({ pressureKpa }) => pressureKpa)).size).toBeGreaterThan(3);
});

it('incidents have files that are found by their names; only a few old incidents have files', () => {
  const named = (reports: readonly LocationInput[]) =>
    reports.flatMap((report) => {
      const item = itemsOf(report)[1] === 0x65 ? decode(DriverState, report.extra!.subarray(5)) : undefined;
      return item ? [item] : [];
    });
  for (const { level, identification } of named(all)) expect(identification.attachments).toBe(level === 2 ? 5 : 1);
  const step = all.findIndex((report) => itemsOf(report)[1] === 0x65);
  const deviceAt = at(step).at;
  const { type, identification } = named([withIncident({ ...plain, deviceAt }, member, at(step))])[0]!;
  expect(findFiledIncident(member.seed, identification)).toMatchObject({ item: 0x65, type, at: deviceAt });
  expect(findFiledIncident(member.seed, { ...identification, serial: identification.serial ^ 1 })).toBeUndefined();
  const old = named(all.map((_, step) => withIncident(plain, member, at(step), Number.POSITIVE_INFINITY)));
  const filed = old.filter(({ identification: { attachments } }) => attachments > 0);
  expect(filed.length).toBeGreaterThan(0);
  expect(filed.length).toBeLessThan(old.length / 20);
});

it('incidents are deterministic, and differ by vehicle', () => {
  const again = all.map((_, step) => withIncident(plain, member, at(step)));
  expect(again).toEqual(all);
  expect(all.map((_, step) => withIncident(plain, { ...member, seed: 8 }, at(step)))).not.toEqual(all);
});

it('incidents do not occur while standing, crawling or without a fix', () => {
  for (const more of [{ speedKmh: 0 }, { speedKmh: 29 }, { fixed: false }])
    expect(all.every((_, step) => withIncident(plain, member, at(step, more)) === plain)).toBe(true);
});

it('incidents belong to a half minute', () => {
  expect(getStep(START + 29_999)).toBe(getStep(START));
  expect(getStep(START + 30_000)).toBe(getStep(START) + 1);
});
