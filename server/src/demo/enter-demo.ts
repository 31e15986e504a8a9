import type { Education } from '../modules/education/index.ts';
import type { Expiry } from '../modules/expiry/index.ts';
import type { Fleet } from '../modules/fleet/index.ts';
import type { Geofences } from '../modules/geofences/index.ts';
import type { People } from '../modules/identity/index.ts';
import type { Installs } from '../modules/installations/index.ts';
import type { NoticeRecords } from '../modules/notices/index.ts';
import type { Platforms } from '../modules/platforms/index.ts';
import type { Quotas } from '../modules/quotas/index.ts';
import type { Repair } from '../modules/repairs/index.ts';
import type { Sms } from '../modules/sms/index.ts';
import type { ServerBus } from '../platform/bus/server-events.ts';
import { type Db, type Queryable, sql } from '../platform/db/database.ts';
import { seedDemoAccounts } from './accounts.ts';
import { enterDemoAreas } from './demo-areas.ts';
import { enterDemoDesk } from './demo-desk.ts';
import { enterDemoEducation } from './demo-education.ts';
import { enterDemoFollowups } from './demo-followups.ts';
import { enterDemoMaintenance } from './demo-maintenance.ts';
import { enterDemoNotices } from './demo-notices.ts';
import { enterDemoPeople } from './demo-people.ts';
import { enterDemoPlatforms } from './demo-platforms.ts';
import { enterDemoRemoved } from './demo-removed.ts';
import { enterDemoRules } from './demo-rules.ts';
import { enterDemoSms } from './demo-sms.ts';
import { enterDemoVehicleCare } from './demo-vehicle-care.ts';
import { enterDemoWaybills } from './demo-waybills.ts';
import { entering, once } from './entry.ts';

/** Stores of the demo's records. */
export type DemoStores = {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly fleet: Fleet;
  readonly people: People;
  readonly platforms: Platforms;
  readonly quotas: Quotas;
  readonly notices: NoticeRecords;
  readonly expiry: Expiry;
  readonly repairs: Repair;
  readonly installs: Installs;
  readonly geofences: Geofences;
  readonly sms: Sms;
  readonly education: Education;
  /** Ids of a department and everything below it. */
  readonly below: (departmentId: number) => Promise<ReadonlySet<number>>;
  /** Called if a part is invalid; the demo continues without it. */
  readonly refused: (error: Error) => void;
  /** BUSINESS_TZ */
  readonly timeZone: string;
  readonly now?: () => number;
};

/**
 * Creates the records of a demo besides departments and vehicles. Each part runs once, so later changes by users
 * remain. Run it after the first account.
 */
export async function enterDemo(stores: DemoStores, rootDepartmentId: number): Promise<void> {
  const { db, fleet, platforms, quotas, people, notices, expiry, repairs, installs, geofences, sms, education, below } = stores;
  const now = (stores.now ?? Date.now)();
  await seedDemoAccounts(db, people, rootDepartmentId);
  const first = await db.first<{ id: number }>(sql`select id from account order by id limit 1`);
  const by = entering(rootDepartmentId, first?.id ?? null);
  const upkeep = { fleet, repairs, below, now, rules: expiry.rules, installs: installs.store };
  const parts: Readonly<Record<string, (tx: Queryable) => Promise<void>>> = {
    'demo.people': (tx) => enterDemoPeople(tx, by, people),
    'demo.removed': (tx) => enterDemoRemoved(tx, by, fleet),
    'demo.notices': (tx) => enterDemoNotices(tx, by, { notices, now }),
    'demo.vehicleCare': (tx) => enterDemoVehicleCare(tx),
    'demo.areas': (tx) => enterDemoAreas(tx, by, { geofences }),
    'demo.rules': (tx) => enterDemoRules(tx, by, stores.timeZone),
    'demo.upkeep': (tx) => enterDemoMaintenance(tx, by, upkeep),
    'demo.followups': (tx) => enterDemoFollowups(tx, by, { vehicles: fleet.vehicles, now, timeZone: stores.timeZone }),
    'demo.waybills': (tx) => enterDemoWaybills(tx, { rootDepartmentId, now, timeZone: stores.timeZone }),
    // after the vehicles, because quotas depend on their number
    'demo.platforms': (tx) => enterDemoPlatforms(tx, by, { platforms, quotas, below }),
    'demo.sms': (tx) => enterDemoSms(tx, by, { sms, now }),
    'demo.education': (tx) => enterDemoEducation(tx, by, { education, now, timeZone: stores.timeZone }),
    'demo.desk': (tx) => enterDemoDesk(tx, by, { now, timeZone: stores.timeZone }),
  };
  for (const [setting, work] of Object.entries(parts)) await once(db, setting, work, stores.refused);
  // records are entered below the services that announce their changes
  stores.bus.publish('fleet.changed', { vehicleIds: [] });
  stores.bus.publish('rules.changed', {});
}
