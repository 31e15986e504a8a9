import { department } from '@fleetwarden/contract/fleet/department-resource';
import { DivisionInput } from '../../ui/resource/DivisionInput.tsx';
import { DivisionName } from '../../ui/resource/DivisionName.tsx';
import type { ResourcePageRow } from '../../ui/resource/resource-hooks.ts';

/** /platform/departManagement: the tree of departments, each with the division it is in. */
export const departmentPage: ResourcePageRow = {
  resource: department,
  hooks: {
    cells: { area: ({ area }) => typeof area === 'string' && <DivisionName code={area} /> },
    widgets: { area: DivisionInput },
  },
};
