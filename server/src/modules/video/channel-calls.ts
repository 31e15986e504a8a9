import { CallError } from '@fleetwarden/contract/errors';
import { MAX_ROTATION_CHANNELS } from '@fleetwarden/contract/video/rotation-limits';
import type { videoCalls } from '@fleetwarden/contract/video/routes';
import type { Db } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { channelsOfDepartments, countChannels } from './channels.ts';
import type { Privacy } from './privacy.ts';
import * as store from './store.ts';

/** The video channels of vehicles and departments. */
export function createChannelCalls(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly service: Pick<CommandService, 'targets'>;
  readonly privacy: Privacy;
}): Pick<Handlers<typeof videoCalls>, 'listChannel' | 'countChannel' | 'listDeptChannel'> {
  const { db, scopes, service, privacy } = deps;

  /** Departments below each of these, itself included. Throws CallError for one outside the scope. */
  const below = async (departmentId: number, deptIds: readonly string[]) => {
    const scope = await scopes.of(departmentId);
    const outside = deptIds.find((id) => !scope.has(Number(id)));
    if (outside !== undefined) throw new CallError('notFound', `department ${outside}`);
    return new Map(await Promise.all(deptIds.map(async (id) => [id, await scopes.of(Number(id))] as const)));
  };

  return {
    listChannel: async ({ targId }, { user }) => {
      const [target] = await service.targets(user, [targId]);
      const facts = await store.streamFacts(db, target!.id);
      const channels = await store.channels(db, target!.id);
      const list = channels.map(async (row) => {
        const wish = { departmentId: facts!.department_id, channel: row.channel };
        return { ...row, closed: !(await privacy.mayView(wish)) };
      });
      return { list: await Promise.all(list) };
    },
    countChannel: async ({ deptIds, targIds }, { user }) => {
      const departments = await below(user.departmentId, deptIds);
      const targets = targIds.length > 0 ? await service.targets(user, [...new Set(targIds)]) : [];
      const counts = await countChannels(db, {
        departmentIds: [...new Set([...departments.values()].flatMap((ids) => [...ids]))],
        vehicleIds: targets.map(({ id }) => id),
      });
      const sum = (fits: (row: (typeof counts)[number]) => boolean) =>
        counts.filter(fits).reduce((all, row) => ({ total: all.total + row.total, online: all.online + row.online }), NONE);
      return {
        departments: [...departments].map(([deptId, ids]) => ({
          deptId,
          ...sum(({ vehicle_id, department_id }) => vehicle_id === null && ids.has(department_id!)),
        })),
        vehicles: targets.map(({ id }) => ({ targId: String(id), ...sum(({ vehicle_id }) => vehicle_id === id) })),
      };
    },
    listDeptChannel: async ({ deptId }, { user }) => {
      const ids = (await below(user.departmentId, [deptId])).get(deptId)!;
      const rows = await channelsOfDepartments(db, [...ids], MAX_ROTATION_CHANNELS);
      const list = rows.map(async ({ id, plate, plate_colour, department_id: departmentId, is_online, channels }) => {
        const isOpen = await Promise.all(channels.map(({ channel }) => privacy.mayView({ departmentId, channel })));
        return {
          targId: String(id),
          carNo: plate,
          color: plate_colour,
          online: is_online,
          recorded: channels.length > 0,
          channels: channels.filter((_, at) => isOpen[at]),
        };
      });
      return { list: await Promise.all(list) };
    },
  };
}

const NONE = { total: 0, online: 0 };
