import { sign } from '@fleetwarden/contract/sign';
import { sql } from '../../../src/platform/db/database.ts';
import type { TestServer } from '../../support/test-server.ts';
import { VEHICLES } from '../fixture/fleet.ts';
import type { FleetIds } from '../fixture/fleet-ids.ts';
import { ANSWER, CHECK_MS, CLERK, FORM, POST_CHECKS, SUPERIOR, SUPERVISIONS, TEXTS } from '../fixture/staff.ts';

/** A request of a superior platform, in the fields of its message. */
export type PlatformRequest = {
  readonly at: number;
  readonly serial: number;
  readonly vehicle: { plate: string; colour: number } | null;
} & ({ readonly type: 'postCheck'; readonly body: object } | { readonly type: 'urge'; readonly body: object });

const PLATFORM_COLOUR = 2;
const seconds = (at: number) => Math.round(at / 1000);

/** Replays the work of the clerk, each call at its time. `openPlatformInbox` stores a request of a superior platform and resolves to its id. */
export async function replayStaff(
  server: TestServer,
  { departments, cars }: FleetIds,
  start: number,
  openPlatformInbox: (superiorId: number) => (question: PlatformRequest) => Promise<number>,
): Promise<void> {
  const { db, clock } = server;
  const row = await db.first<{ id: number }>(sql`
    insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1)
    values (${departments[0]!}, ${SUPERIOR}, 0, '10.0.0.1', 9000, '1', '', '1', '10.0.0.2', 9001, '', '', '') returning id`);
  const superiorId = row!.id;
  await db.run(sql`insert into superior_vehicle (superior_id, vehicle_id) select ${superiorId}, unnest(${[...cars]}::integer[])`);
  const ask = openPlatformInbox(superiorId);
  const call = async (at: number, path: string, data: object) => {
    clock.now = at;
    const authorization = await server.signIn(CLERK);
    const { body } = await server.post(path, { data, sign: sign(data as never) }, { authorization });
    if (body.code !== '0') throw new Error(`${path}: ${JSON.stringify(body)}`);
  };
  for (const [i, { at, text, answered }] of POST_CHECKS.entries()) {
    const body = { objectType: 1, objectId: '1', infoId: i + 1, text, window: CHECK_MS / 1000 };
    const id = await ask({ type: 'postCheck', at: start + at, serial: i + 1, vehicle: null, body });
    if (answered !== null) await call(start + at + answered, 'msg/replyPlatCheck', { rspSeqId: String(id), data: ANSWER });
  }
  for (const [i, { at, car, deadline, answered }] of SUPERVISIONS.entries()) {
    const times = { warnTime: seconds(start + at) - 600, deadline: seconds(start + at + deadline) };
    const about = { warnSource: 1, warnType: 1, supervisionId: i + 1, level: 1, supervisor: '张', phone: '010', mail: '' };
    const vehicle = { plate: VEHICLES[car]!.plate, colour: PLATFORM_COLOUR };
    const id = await ask({ type: 'urge', at: start + at, serial: 100 + i, vehicle, body: { ...times, ...about } });
    if (answered !== null)
      await call(start + at + answered, 'warnScheme/sendWarnSuperviseRsp', { superviseId: String(id), result: 1, choice: 1 });
  }
  for (const { at, cars: to, text } of TEXTS) {
    const data = {
      cmdCode: '8300',
      targIds: to.map((car) => String(cars[car])),
      params: { channels: [FORM], text },
      queueOffline: true,
    };
    await call(start + at, 'terminal/sendCommand', data);
  }
}
