import { Modal } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router';
import { useSession } from '../../ui/session.ts';

type Place = Parameters<BlockerFunction>[0]['currentLocation'];

/** Asks before unsaved changes are lost: by another page, another scope (`sameForm` says which addresses are this form), or a reload. */
export function LeaveGuard(props: { dirty: boolean; sameForm: (from: Place, to: Place) => boolean; onDiscard: () => void }) {
  const { dirty, sameForm, onDiscard } = props;
  const { t } = useTranslation();
  const blocker = useBlocker(
    // whoever was signed out is not held back
    ({ currentLocation, nextLocation }) =>
      dirty && useSession.getState().token !== null && !sameForm(currentLocation, nextLocation),
  );
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => dirty && event.preventDefault(), [dirty]));
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('settings.leaveTitle')}
      okText={t('settings.stay')}
      cancelText={t('settings.leave')}
      closable={false}
      mask={{ closable: false }}
      width={400}
      onOk={() => blocker.reset?.()}
      onCancel={() => {
        onDiscard();
        blocker.proceed?.();
      }}
      keyboard={false}
    >
      {t('settings.leaveText')}
    </Modal>
  );
}
