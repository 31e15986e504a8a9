import { department } from '@fleetwarden/contract/fleet/department-resource';
import { DivisionInput } from '../../shared/resource/DivisionInput.tsx';
import { DivisionName } from '../../shared/resource/DivisionName.tsx';
import type { ResourcePageRow } from '../../shared/resource/resource-hooks.ts';

/** /platform/departManagement: the department tree with divisions. */
export const departmentPage: ResourcePageRow = {
  resource: department,
  hooks: {
    cells: { area: ({ area }) => typeof area === 'string' && <DivisionName code={area} /> },
    widgets: { area: DivisionInput },
  },
};
