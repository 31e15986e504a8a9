import type { ServerBus } from '../../platform/bus/server-events.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import type { NoticeEvent, Notices } from '../notices/index.ts';
import { endForgottenShifts } from './duty-store.ts';
import { LINK_DOWN_MS, MAX_SHIFT_MS, NOTICE_KEPT_MS } from './limits.ts';

type LinkRow = { readonly id: number; readonly name: string; readonly department_id: number };
type OverdueRow = {
  readonly id: number;
  readonly vehicle_id: number | null;
  readonly deadline_at: number;
  readonly plate: string;
  readonly platform: string;
  readonly department_id: number;
};

const SIGNED_IN = 2;
const WANTED = 1;
/** NOTICE_LEVEL */
const NORMAL = 1;
const IMPORTANT = 2;

/** Event 54 (上级链路断开): it belongs to no vehicle, so it becomes a notice. */
const LINK_DOWN = 54;
/** Alarm 145 (报警督办超时), for the vehicle of the supervision. */
const OVERDUE = 145;

/** Detects links that are down and overdue supervisions, and notifies users. */
export function createWatch(deps: {
  readonly db: Db;
  readonly bus: Pick<ServerBus, 'publish'>;
  readonly notices: Pick<Notices, 'publish'>;
  readonly now: () => number;
}) {
  const { db, bus, notices, now } = deps;

  const tell = (departmentId: number, level: number, event: NoticeEvent) =>
    notices.publish({
      departmentId,
      event,
      level,
      publishedAt: now(),
      expiresAt: now() + NOTICE_KEPT_MS,
      createdBy: null,
    });

  const linksDown = async () => {
    const rows = await db.query<LinkRow>(sql`
      update superior_link l set down_told_at = ${at(now())} from superior_platform p
      where p.id = l.superior_id and p.link_state = ${WANTED} and l.down_told_at is null and l.down_since <= ${at(now() - LINK_DOWN_MS)}
      returning p.id, p.name, p.department_id`);
    for (const { name, department_id } of rows)
      await tell(department_id, IMPORTANT, { kind: 'linkDown', type: LINK_DOWN, platform: name });
  };
  const linksUp = async () => {
    const rows = await db.query<LinkRow>(sql`
      update superior_link l set down_told_at = null from superior_platform p
      where p.id = l.superior_id and l.down_told_at is not null and l.down_since is null and l.main_state = ${SIGNED_IN}
      returning p.id, p.name, p.department_id`);
    for (const { name, department_id } of rows)
      await tell(department_id, NORMAL, { kind: 'linkUp', type: LINK_DOWN, platform: name });
    // switched off by people: no news
    await db.run(sql`
      update superior_link l set down_told_at = null from superior_platform p
      where p.id = l.superior_id and l.down_told_at is not null and p.link_state <> ${WANTED}`);
  };
  const overdue = async (): Promise<number[]> => {
    const rows = await db.query<OverdueRow>(sql`
      update supervision s set overdue_told_at = ${at(now())} from superior_platform p
      where p.id = s.superior_id and s.replied_at is null and s.overdue_told_at is null and s.deadline_at <= ${at(now())}
      returning s.id, s.vehicle_id, s.deadline_at, s.plate, p.name as platform, p.department_id`);
    for (const { id, vehicle_id, deadline_at, plate, platform, department_id } of rows) {
      if (vehicle_id !== null)
        bus.publish('alarm.reported', { vehicleId: vehicle_id, typeId: OVERDUE, source: id, at: deadline_at, text: platform });
      await tell(department_id, IMPORTANT, { kind: 'overdue', plate, platform });
    }
    return rows.map(({ id }) => id);
  };

  return {
    /** Publishes new findings; returns supervisions that are overdue now. Rejects without a database. */
    look: async (): Promise<{ readonly overdue: readonly number[]; readonly shiftsEnded: boolean }> => {
      await linksDown();
      await linksUp();
      const late = await overdue();
      return { overdue: late, shiftsEnded: (await endForgottenShifts(db, now() - MAX_SHIFT_MS, now())) > 0 };
    },
  };
}
