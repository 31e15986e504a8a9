import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { may } from '../../shared/resource/record-dialog.ts';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import { ChangeLog } from './ChangeLog.tsx';
import { ChannelsForm } from './ChannelsForm.tsx';
import { ConnectTerminal } from './ConnectTerminal.tsx';
import { RefusedRegistrations } from './RefusedRegistrations.tsx';
import { RenewForm } from './RenewForm.tsx';
import { ReplaceTerminal } from './ReplaceTerminal.tsx';
import { UnknownTerminals } from './UnknownTerminals.tsx';
import { openVehicleDialog, useVehicleDialog } from './vehicle-dialog.ts';

const UNKNOWN = '60118';
const close = () => openVehicleDialog(null);

/** Beside the page's buttons: unknown terminals, refused registrations, and the open drawer. */
export function VehicleDialogs(tools: PageTools) {
  const { t } = useTranslation();
  const dialog = useVehicleDialog((state) => state.dialog);
  const { refresh } = tools;
  return (
    <>
      {may(UNKNOWN) && <Button onClick={() => openVehicleDialog({ kind: 'unknown' })}>{t('vehicle.unknownTerminals')}</Button>}
      {may(UNKNOWN) && (
        <Button onClick={() => openVehicleDialog({ kind: 'refused' })}>{t('vehicle.refusedRegistrations')}</Button>
      )}
      {dialog?.kind === 'connect' && <ConnectTerminal id={dialog.id} name={dialog.name} onClose={close} />}
      {dialog?.kind === 'refused' && <RefusedRegistrations onClose={close} />}
      {dialog?.kind === 'unknown' && <UnknownTerminals tools={tools} onClose={close} />}
      {dialog?.kind === 'renew' && <RenewForm records={dialog.records} onEnd={dialog.end} onClose={close} />}
      {dialog?.kind === 'replace' && (
        <ReplaceTerminal record={dialog.record} values={dialog.values ?? {}} onSaved={refresh} onClose={close} />
      )}
      {dialog?.kind === 'channels' && <ChannelsForm record={dialog.record} onSaved={refresh} onClose={close} />}
      {dialog?.kind === 'changes' && <ChangeLog record={dialog.record} onClose={close} />}
    </>
  );
}
