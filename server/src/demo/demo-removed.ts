import type { Fleet } from '../modules/fleet/index.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { change, departmentIds, enter } from './entry.ts';

/** Plates of places where no fleet of the demo has its own. */
const REMOVED = [
  { plate: '冀AK3816', fleet: '济南干线车队', vehicleType: 36, industryType: 4, reason: '车辆到期报废，已办理注销手续' },
  { plate: '皖AM5027', fleet: '苏州干线车队', vehicleType: 36, industryType: 4, reason: '转让给其他企业，服务终止' },
  { plate: '赣AF9150', fleet: '广州班线车队', vehicleType: 11, industryType: 1, reason: '线路停运，车辆退出营运' },
  { plate: '桂AH2643', fleet: '佛山危货车队', vehicleType: 40, industryType: 3, reason: '重复录入，已用新档案' },
] as const;

/** Enters vehicles that were removed since, with the terminals they had. */
export async function enterDemoRemoved(tx: Queryable, by: Actor, { vehicles }: Fleet): Promise<void> {
  const idOf = await departmentIds(tx, by.departmentId);
  const rows = REMOVED.map(({ plate, fleet, reason: _reason, ...row }, at) => ({
    ...row,
    carNo: plate,
    plateColor: 2,
    deptId: idOf.get(fleet) ?? by.departmentId,
    runState: 1,
    // beyond the numbers of the vehicles that drive
    vin: `LFWDEM0XX9A00000${at}`,
    phone: `1000990000${at}`,
    terminalNo: `FW9900${at}`,
    features: [],
    protocol: 2,
    manufacturerId: 'FWSIM',
    terminalModel: 'FW-V3',
  }));
  const ids = await enter(tx, vehicles, rows, by);
  const gone = ids.map((id, at) => ({ kind: 'remove' as const, id, reason: REMOVED[at]!.reason }));
  await change(tx, vehicles, gone, by);
}
