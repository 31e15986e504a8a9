import type { TableSettings } from '@fleetwarden/contract/settings/schemas';
import { useSession } from '../../api/session.ts';
import { saveUserSettings } from '../../api/user-settings.ts';

/** The user's table layout; changes apply at once and are saved in the account. `null` resets it. */
export function useTableSettings(name: string): [TableSettings | undefined, (next: TableSettings | null) => void] {
  const settings = useSession(({ userInfo }) => userInfo?.settings.tables[name]);
  function change(next: TableSettings | null) {
    const { [name]: _, ...others } = useSession.getState().userInfo?.settings.tables ?? {};
    saveUserSettings({ tables: next ? { ...others, [name]: next } : others });
  }
  return [settings, change];
}
