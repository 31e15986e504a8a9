import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { waybillNumber } from '@fleetwarden/domain/waybill-number';
import { at, type Queryable, sql } from '../platform/db/database.ts';

/** Earlier days; terminals send today's waybills. */
const DAYS = 7;
const MAX_VEHICLES = 40;
/** INDUSTRY: goods of vehicles with waybills. */
const GOODS: ReadonlyMap<number, readonly string[]> = new Map([
  [3, ['汽油（UN1203）', '柴油（UN1202）', '液氯（UN1017）']],
  [4, ['钢材', '水泥', '家电', '化肥']],
  [5, ['日用百货', '建材', '粮食', '饮料']],
  [12, ['冷鲜肉', '速冻食品', '乳制品']],
  [13, ['集装箱（机械配件）', '集装箱（服装）']],
]);
/** It is entered between five and eight in the morning, minutes of the day. */
const [FIRST_MINUTE, MINUTES] = [5 * 60, 3 * 60];

/** Enters the waybills that vehicles with goods were loaded by in the week before; a waybill has no time of its own that could be uploaded. */
export async function enterDemoWaybills(
  tx: Queryable,
  { rootDepartmentId, now, timeZone }: { readonly rootDepartmentId: number; readonly now: number; readonly timeZone: string },
): Promise<void> {
  const cars = await tx.query<{ id: number; industry: number; place: string }>(sql`
    with recursive below as (
      select id, name from department where id = ${rootDepartmentId}
      union all select d.id, d.name from department d join below b on d.parent_id = b.id)
    select v.id, v.industry, b.name as place from vehicle v join below b on b.id = v.department_id
    where v.deleted_at is null and v.industry = any(${[...GOODS.keys()]}::smallint[]) order by v.id limit ${MAX_VEHICLES}`);
  for (let ago = DAYS; ago >= 1; ago--) {
    const { key } = businessDay(now - ago * DAY_MS, timeZone);
    const { startAt } = parseDayKey(key, timeZone);
    for (const { id, industry, place } of cars) {
      const mixed = id * 31 + ago * 17;
      const goods = GOODS.get(industry)!;
      const text = `运单号：FW${key.replaceAll('-', '')}${String(id).padStart(6, '0')}；货物：${goods[mixed % goods.length]}；重量：${8 + (mixed % 20)}.${mixed % 10}吨；承运：${place}`;
      await tx.run(sql`
        insert into waybill (vehicle_id, received_at, number, text)
        values (${id}, ${at(startAt + (FIRST_MINUTE + (mixed % MINUTES)) * MINUTE_MS)}, ${waybillNumber(text)}, ${text})`);
    }
  }
}
