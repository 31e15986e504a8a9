import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import type { TreeNode } from '@fleetwarden/contract/monitor/schemas';
import { call } from '../api/call.ts';
import { callPaged } from '../api/call-paged.ts';
import type { CandidateSource } from './vehicle-candidates.ts';

/** Vehicles per call: the server's limit. */
const PAGE = 500;

const createSource = (filter: { readonly hasVideo?: true }): CandidateSource => ({
  children: (deptId, page) =>
    callPaged(monitorCalls.getLeftTree2, deptId === undefined ? filter : { ...filter, deptId }, {
      pageModel: { page, limit: PAGE },
    }),
  byCarNo: async (carNo) => (await call(monitorCalls.getTreeByCarNo, { ...filter, carNo })).list,
  allOf: async (deptId) => {
    const nodes: TreeNode[] = [];
    for (let page = 1; ; page++) {
      const { list, total } = await callPaged(monitorCalls.getCarListByDeptId, { deptId }, { pageModel: { page, limit: PAGE } });
      nodes.push(...list);
      if (list.length === 0 || nodes.length >= total) return nodes;
    }
  },
});

/** Candidates from the server (console.md 7). */
export const vehicleSource: CandidateSource = createSource({});
/** Only vehicles with recorded video channels, and the departments that have some. */
export const videoSource: CandidateSource = createSource({ hasVideo: true });
