import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import { call } from '../../../api/call.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import type { Source } from './SearchSelect.tsx';

/** Companies of the scope. */
export const companies: Source = {
  key: ['company'],
  async find({ text, ids }, signal) {
    const data = ids ? { deptName: '', deptIds: [...ids] } : { deptName: text };
    const { list } = await call(reportsCalls.getDeptPullDownVal, data, { signal, quiet: true });
    return list.map(({ deptId, deptName }) => ({ value: deptId, label: deptName }));
  },
};

const within = (deptId: string) => (deptId === '' ? {} : { deptId });

/** Vehicles of a company and its subordinates; '': of the scope. */
export const vehiclesOf = (deptId: string): Source => ({
  key: ['vehicle', deptId],
  async find({ text, ids }, signal) {
    const data = ids ? { carName: '', carIds: [...ids] } : { carName: text, ...within(deptId) };
    const { list } = await call(reportsCalls.getCarPullDownVal, data, { signal, quiet: true });
    return list.map(({ carId, carName, color }) => ({ value: carId, label: <PlateTag plate={carName} colour={color} /> }));
  },
});

/** Drivers, users, areas or superior platforms of a company; '': of the scope. */
export const othersOf = (kind: 'driver' | 'user' | 'area' | 'platform', deptId: string): Source => ({
  key: [kind, deptId],
  async find({ text, ids }, signal) {
    const data = ids ? { kind, name: '', ids: [...ids] } : { kind, name: text, ...within(deptId) };
    const { list } = await call(reportsCalls.getReportPullDownVal, data, { signal, quiet: true });
    return list.map(({ value, label }) => ({ value, label }));
  },
});
