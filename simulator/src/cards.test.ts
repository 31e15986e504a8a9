import { timeOfDigits } from '@fleetwarden/protocol/jt808';
import { describe, expect, it } from 'vitest';
import { cardsOfDay, createCards } from './cards.ts';
import { DAY, HOUR, MINUTE, startOfDay } from './clock.ts';
import type { Member } from './identity.ts';
import { createVehicle } from './motion/vehicle.ts';

const OWN = { name: '王建国', certNo: 'Q00000001', idNo: '11010519491231002X' };
const OTHER = { name: '李志强', certNo: 'Q00000002', idNo: '110101199003070214' };
const FIRST = startOfDay(20_500);
const vehicle = createVehicle({ seed: 4, kind: 'taxi', home: '武汉' });
const days = Array.from({ length: 60 }, (_, i) => cardsOfDay(4, [OWN, OTHER], vehicle, FIRST + i * DAY));
const member = (version: Member['version'], drivers = [OWN, OTHER]): Member => ({
  phone: '19900000001',
  version,
  plate: '鄂A12345',
  plateColour: 2,
  terminalNo: 'S1',
  maker: 'FWSIM',
  model: 'FW-T1',
  kind: 'taxi',
  seed: 4,
  homeCity: '武汉',
  drivers,
});

describe('cards of a simulated vehicle', () => {
  it('are inserted before departure and removed after arrival, mostly by its own driver', () => {
    const driven = days.filter((events) => events.length > 0);
    expect(driven.length).toBeGreaterThan(40);
    for (const events of driven) {
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted((a, b) => a - b));
      const first = events.find((event) => event.in && event.result === 0)!;
      for (let at = first.at - HOUR; at < first.at - MINUTE; at += MINUTE)
        expect(at < startOfDay(Math.floor((first.at + 8 * HOUR) / DAY)) || !vehicle.movingAt(at)).toBe(true);
      const last = events.at(-1)!;
      for (let at = last.at; !last.in && at < first.at - ((first.at + 8 * HOUR) % DAY) + DAY; at += MINUTE)
        expect(vehicle.movingAt(at)).toBe(false);
    }
    const people = driven.flat().flatMap((event) => (event.in ? [event.by.name] : []));
    const own = people.filter((name) => name === OWN.name).length;
    expect(own).toBeGreaterThan(people.length / 2);
    expect(people).toContain(OTHER.name);
    expect(driven.some((events) => new Set(events.flatMap((event) => (event.in ? [event.by.name] : []))).size === 2)).toBe(true);
    expect(driven.flat().some((event) => event.in && event.result !== 0)).toBe(true);
    expect(days).toEqual(days.map((_, i) => cardsOfDay(4, [OWN, OTHER], vehicle, FIRST + i * DAY)));
  });

  it('are sent in order, repeated until acknowledged, from their time on', () => {
    const cards = createCards(member(2019), vehicle, FIRST);
    const wanted = days.slice(0, 3).flat();
    const until = FIRST + 3 * DAY - MINUTE;
    expect(cards.nextAt()).toBe(wanted[0]!.at);
    expect(cards.due(wanted[0]!.at - 1)).toBeUndefined();
    const told: number[] = [];
    for (let tries = 0; tries < 100; tries++) {
      const message = cards.due(until);
      if (message === undefined) break;
      expect(cards.due(until)).toBeUndefined();
      if (tries % 3 === 0) {
        cards.failed();
        continue;
      }
      const body = message.body as { time: string; idNo?: string; result?: number };
      told.push(timeOfDigits(body.time)!);
      if (body.result === 0) expect(body.idNo).toBeDefined();
      cards.arrived();
    }
    expect(told).toEqual(wanted.map(({ at }) => Math.floor(at / 1000) * 1000));
    expect(cards.nextAt()).toBeGreaterThan(until);
  });

  it('of 2011 only report the current driver; without a card there is no message', () => {
    const old = createCards(member(2011), vehicle, FIRST);
    const first = days.flat().find((event) => event.in && event.result === 0)!;
    expect(old.due(first.at + 10_000)).toBeDefined();
    const late = createCards(member(2011), vehicle, FIRST);
    for (let tries = 0; tries < 50; tries++) expect(late.due(FIRST + 20 * DAY)).toBeUndefined();
    const none = createCards(member(2019, []), vehicle, FIRST);
    expect(none.due(FIRST + DAY)).toBeUndefined();
    expect(none.nextAt()).toBe(Number.POSITIVE_INFINITY);
  });
});
