import { encodeGbk } from '@fleetwarden/protocol/codec';
import { DAY, getDay, HOUR, MINUTE, startOfDay } from './clock.ts';
import { createDiary, type Diary, EMPTY_DIARY } from './diary.ts';
import type { Member } from './identity.ts';
import type { VehicleKind } from './motion/kinds.ts';
import type { Vehicle } from './motion/vehicle.ts';
import { dice } from './random.ts';

type WaybillEvent = { readonly at: number; readonly text: string };

/** Goods of the kinds with waybills, and their maximum weight in tons. */
const CARGO: Partial<Record<VehicleKind, { readonly goods: readonly string[]; readonly mostT: number }>> = {
  heavyTruck: { goods: ['钢材', '水泥', '家电', '纸品', '化肥'], mostT: 30 },
  container: { goods: ['集装箱（机械配件）', '集装箱（服装）', '集装箱（电子产品）'], mostT: 26 },
  coldChain: { goods: ['冷鲜肉', '速冻食品', '乳制品', '疫苗'], mostT: 15 },
  hazmat: { goods: ['汽油（UN1203）', '柴油（UN1202）', '液氯（UN1017）', '甲醇（UN1230）'], mostT: 28 },
  freight: { goods: ['日用百货', '建材', '粮食', '饮料'], mostT: 8 },
};
/** The way of a day is looked at this close. */
const STEP = 5 * MINUTE;
/** It is entered so long before the vehicle sets off. */
const BEFORE = 3 * MINUTE;
/** The message has no time field: older waybills are not sent. */
const LATEST = 12 * HOUR;

/** The waybill of a vehicle on a day (its first moment, epoch ms); none on a day off or for a kind without goods. Pure. */
export function waybillsOfDay({ seed, kind, homeCity }: Member, vehicle: Vehicle, day: number): WaybillEvent[] {
  const cargo = CARGO[kind];
  if (cargo === undefined) return [];
  for (let at = day; at < day + DAY; at += STEP) {
    if (!vehicle.movingAt(at)) continue;
    const { pick, between } = dice('waybill', seed, day);
    const date = new Date(day + DAY / 2).toISOString().slice(0, 10).replaceAll('-', '');
    const number = `FW${date}${String(seed).padStart(6, '0')}`;
    const text = `运单号：${number}；货物：${pick(cargo.goods)}；重量：${between(cargo.mostT / 3, cargo.mostT).toFixed(1)}吨；装货地：${homeCity}`;
    return [{ at: Math.max(day, at - BEFORE), text }];
  }
  return [];
}

/** Waybills from the day of `now` (epoch ms) on: a terminal switched on later sends its current one. */
export function createWaybills(member: Member, vehicle: Vehicle, now: number): Diary {
  if (CARGO[member.kind] === undefined) return EMPTY_DIARY;
  return createDiary(
    startOfDay(getDay(now)),
    (day) => waybillsOfDay(member, vehicle, day),
    ({ at, text }, asked) => (asked - at > LATEST ? undefined : { id: 0x0701, body: { data: encodeGbk(text) } }),
  );
}
