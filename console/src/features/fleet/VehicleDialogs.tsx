import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PageTools } from '../../shared/resource/resource-hooks.ts';
import { ask, may, useAsked } from './asked.ts';
import { ChangeLog } from './ChangeLog.tsx';
import { ChannelsForm } from './ChannelsForm.tsx';
import { RenewForm } from './RenewForm.tsx';
import { ReplaceTerminal } from './ReplaceTerminal.tsx';
import { UnknownTerminals } from './UnknownTerminals.tsx';

const UNKNOWN = '60118';
const close = () => ask(null);

/** Beside the page's buttons: unknown terminals, and the open drawer. */
export function VehicleDialogs(tools: PageTools) {
  const { t } = useTranslation();
  const asked = useAsked((state) => state.asked);
  const { refresh } = tools;
  return (
    <>
      {may(UNKNOWN) && <Button onClick={() => ask({ kind: 'unknown' })}>{t('vehicle.unknownTerminals')}</Button>}
      {asked?.kind === 'unknown' && <UnknownTerminals tools={tools} onClose={close} />}
      {asked?.kind === 'renew' && <RenewForm records={asked.records} onEnd={asked.end} onClose={close} />}
      {asked?.kind === 'replace' && (
        <ReplaceTerminal record={asked.record} values={asked.values ?? {}} onSaved={refresh} onClose={close} />
      )}
      {asked?.kind === 'channels' && <ChannelsForm record={asked.record} onSaved={refresh} onClose={close} />}
      {asked?.kind === 'changes' && <ChangeLog record={asked.record} onClose={close} />}
    </>
  );
}
