import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router';
import { useSession } from '../api/session.ts';

type Place = Parameters<BlockerFunction>[0]['currentLocation'];

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Asks before unsaved changes are lost by another page, another scope (`sameForm` tells which addresses belong to this form) or a
 * reload. Render it only while there are changes: the router uses one guard, and keeps guards of hidden pages.
 */
export function LeaveGuard(props: { sameForm: (from: Place, to: Place) => boolean; onDiscard: () => void }) {
  const { sameForm, onDiscard } = props;
  const { t } = useTranslation();
  const blocker = useBlocker(
    // a signed-out user is not held back
    ({ currentLocation, nextLocation }) => useSession.getState().token !== null && !sameForm(currentLocation, nextLocation),
  );
  useBeforeUnload(preventUnload);
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
        // a second click comes while the dialog closes
        if (blocker.state !== 'blocked') return;
        onDiscard();
        blocker.proceed();
      }}
      keyboard={false}
    >
      {t('settings.leaveText')}
    </Modal>
  );
}
