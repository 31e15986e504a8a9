import type { PermissionCode } from '@fleetwarden/contract/call';
import { useSession } from '../../../ui/session.ts';

/** Whether the signed-in user holds a right. */
export const useMay = (code: PermissionCode): boolean => useSession((state) => state.rights?.includes(code) ?? false);
