import { encodeGbk } from '@fleetwarden/protocol/codec';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, startOfDay } from './clock.ts';
import type { Member } from './identity.ts';
import { createVehicle } from './motion/vehicle.ts';
import { createWaybills, waybillsOfDay } from './waybills.ts';

const FIRST = startOfDay(20_500);
const member = (kind: Member['kind']): Member => ({
  phone: '19900000001',
  version: 2019,
  plate: '鄂A12345',
  plateColour: 2,
  terminalNo: 'S1',
  maker: 'FWSIM',
  model: 'FW-T1',
  kind,
  seed: 7,
  homeCity: '武汉',
});
const truck = member('hazmat');
const vehicle = createVehicle({ seed: 7, kind: 'hazmat', home: '武汉' });
const days = Array.from({ length: 30 }, (_, i) => FIRST + i * DAY);
const body = (text: string) => ({ id: 0x0701, body: { data: encodeGbk(text) } });

describe('waybills of a simulated vehicle', () => {
  it('exist for each day on the road, with a unique number', () => {
    const driven = days.filter((day) => Array.from({ length: 288 }, (_, i) => day + (i * DAY) / 288).some(vehicle.movingAt));
    expect(driven.length).toBeGreaterThan(10);
    expect(driven.length).toBeLessThanOrEqual(days.length);
    const told = days.flatMap((day) => waybillsOfDay(truck, vehicle, day));
    expect(told.map(({ at }) => startOfDay(Math.floor((at + 8 * HOUR) / DAY)))).toEqual(driven);
    expect(new Set(told.map(({ text }) => text)).size).toBe(told.length);
    for (const { text } of told) expect(text).toMatch(/^运单号：FW\d{14}；货物：.+（UN\d{4}）；重量：\d+\.\d吨；装货地：武汉$/);
  });

  it('exist only for vehicles with goods', () => {
    const taxi = createVehicle({ seed: 7, kind: 'taxi', home: '武汉' });
    expect(days.flatMap((day) => waybillsOfDay(member('taxi'), taxi, day))).toEqual([]);
    expect(createWaybills(member('taxi'), taxi, FIRST).nextAt()).toBe(Number.POSITIVE_INFINITY);
  });

  it('are sent from the switch-on until acknowledged, and not when too old', () => {
    const day = days.find((each) => waybillsOfDay(truck, vehicle, each).length > 0)!;
    const { at, text } = waybillsOfDay(truck, vehicle, day)[0]!;
    const waybills = createWaybills(truck, vehicle, at + HOUR);
    expect(waybills.due(at - 1)).toBeUndefined();
    expect(waybills.due(at + HOUR)).toEqual(body(text));
    expect(waybills.due(at + HOUR)).toBeUndefined();
    waybills.failed();
    expect(waybills.due(at + 2 * HOUR)).toEqual(body(text));
    waybills.arrived();
    expect(waybills.due(at + 3 * HOUR)).toBeUndefined();
    expect(waybills.nextAt()).toBe(day + DAY);
    expect(createWaybills(truck, vehicle, at).due(at + 13 * HOUR)).toBeUndefined();
  });
});
