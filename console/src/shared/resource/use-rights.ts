import type { Resource } from '@fleetwarden/contract/resources/resource';
import { getButtonCode } from '@fleetwarden/contract/resources/resource';
import { useSession } from '../../api/session.ts';

export type ResourceRights = Readonly<Record<Resource['can'][number], boolean>>;

/** The user's rights on a resource, limited to what the resource supports. */
export function useResourceRights(resource: Resource): ResourceRights {
  const rights = useSession((session) => session.rights);
  const may = (button: Resource['can'][number]) =>
    resource.can.includes(button) && (rights?.includes(getButtonCode(resource, button)) ?? false);
  return { add: may('add'), edit: may('edit'), remove: may('remove'), import: may('import'), export: may('export') };
}
