import type { BusinessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, json, type Queryable, sql } from '../platform/db/database.ts';
import { type Cars, DEMO_VEHICLES, getShiftNumber, inTurn, WATCHES, type Who } from './demo-duty.ts';
import { stableRandom } from './stable-random.ts';

const COMMAND_DAYS = 8;

/** Texts to drivers, by MESSAGE_CHANNEL. */
const TEXTS = [
  [[8], '前方路段有雾，请开启雾灯，控制车速'],
  [[4, 8], '您已连续驾驶较长时间，请就近进入服务区休息'],
  [[16], '明日安全例会 15:00，请准时参加'],
  [[8], '超速提醒：请按限速行驶'],
] as const;
/** command.state, result_code, seconds until the answer. */
const OUTCOMES = [
  [2, null, 1.4],
  [2, null, 2.1],
  [4, null, null],
  [2, null, 0.9],
  [3, 4020, null],
  [2, null, 3.2],
] as const;
const [DONE, ANSWERED, OFFLINE] = [2, 6, 4020] as const;

/** Recorder data of GB/T 19056: version, driver and licence, time, mileage. */
const RECORDED = [
  { command: 0x00, said: () => ({ standard: 2012, revision: 1 }) },
  { command: 0x02, said: (time: number) => ({ clockAt: time }) },
  {
    command: 0x03,
    said: (time: number) => ({ clockAt: time, installedAt: time - 500 * DAY_MS, odometerKm: 60_000 + ((time / DAY_MS) % 977) }),
  },
  {
    command: 0x08,
    said: (time: number) => ({ blocks: 60, from: time - HOUR_MS, to: time, maxKmh: 70 + (Math.floor(time / DAY_MS) % 20) }),
  },
] as const;

type Sent = {
  readonly code: string;
  readonly message: number;
  readonly params: unknown;
  readonly account: number | null;
  readonly createdAt: number;
  readonly state: number;
  readonly resultCode: number | null;
  readonly result?: unknown;
  readonly answerS: number | null;
};

/** The commands of the last days: texts to drivers and queries of the recorder. */
export async function enterDemoCommands(
  tx: Queryable,
  days: readonly BusinessDay[],
  who: Who & { readonly cars: Cars },
): Promise<void> {
  for (const day of days.slice(-COMMAND_DAYS)) await enterCommands(tx, day, who);
}

async function enterCommands(
  tx: Queryable,
  day: BusinessDay,
  { now, cars, accountOf }: Who & { readonly cars: Cars },
): Promise<void> {
  const number = getShiftNumber(day);
  for (const [index, car] of cars.entries()) {
    const lot = number * DEMO_VEHICLES + index;
    const createdAt = day.startAt + 8 * HOUR_MS + (stableRandom(lot, 6) % 600) * MINUTE_MS;
    if (createdAt + HOUR_MS > now) continue;
    const [state, resultCode, answerS] = inTurn(OUTCOMES, Math.floor(lot / 3) + number);
    const account = accountOf(inTurn(WATCHES, lot).login);
    if (lot % 3 > 0) {
      const [channels, text] = inTurn(TEXTS, lot);
      const params = { channels, text };
      await send(tx, car.id, { code: '8300', message: 0x8300, params, account, createdAt, state, resultCode, answerS });
      continue;
    }
    const { command, said } = inTurn(RECORDED, lot / 3 + number);
    const isThere = state === DONE;
    await send(tx, car.id, {
      code: '8700',
      message: 0x8700,
      params: { command },
      account,
      createdAt,
      state: isThere ? ANSWERED : state,
      resultCode,
      answerS: isThere ? 4.5 : answerS,
      ...(isThere ? { result: { command, block: '', said: said(createdAt) } } : {}),
    });
  }
}

async function send(tx: Queryable, vehicle: number, of: Sent): Promise<void> {
  const { code, message, params, account, createdAt, state, resultCode, result, answerS } = of;
  const sentAt = resultCode === OFFLINE ? null : at(createdAt + 200);
  await tx.run(sql`
    insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, result_code, result_data, sends,
      created_at, sent_at, answered_at, expire_at)
    values (${vehicle}, ${account}, ${code}, ${message}, ${json(params)}::jsonb, 0, 20000, ${state}, ${resultCode},
      ${result === undefined ? null : json(result)}::jsonb, ${sentAt === null ? 0 : 1}, ${at(createdAt)}, ${sentAt},
      ${answerS === null ? null : at(createdAt + 200 + Math.round(answerS * 1000))}, ${at(createdAt + 20_000)})`);
}
