import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';

const ALLOW = '60113';

export const mayAllowRegistration = (): boolean => may(ALLOW);

/** Lets another device register once, after a question. `allow` resolves with whether it was allowed. */
export function useAllowRegistration(): readonly [allow: (id: string, name: string) => Promise<boolean>, question: ReactNode] {
  const { t } = useTranslation();
  const [confirm, question] = useConfirm();

  async function allow(id: string, name: string): Promise<boolean> {
    const texts = { title: t('vehicle.allowAsk', { name }), content: t('vehicle.allowHint') };
    if (!(await confirm({ ...texts, okText: t('vehicle.allowRegistration') }))) return false;
    await call(fleetCalls.allowRegistration, { id });
    notify('success', t('vehicle.allowed'));
    return true;
  }
  return [allow, question];
}
