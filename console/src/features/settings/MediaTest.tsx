import type { CallReply } from '@fleetwarden/contract/call';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { MediaService } from '@fleetwarden/contract/settings/test-results';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import field from './SettingField.module.css';

const SERVICES = { media: 'settings.mediaService', evidence: 'settings.evidenceService' } as const satisfies Record<
  MediaService,
  string
>;

/** Tries the addresses that terminals get for video and alarm files. `edits`: changes that are not saved. */
export function MediaTest({ edits }: { edits: { readonly evidenceHost?: string; readonly evidencePort?: number } }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [list, setList] = useState<CallReply<(typeof settingsCalls)['testMedia']>['list']>([]);

  const test = async () => {
    setBusy(true);
    setList([]);
    try {
      setList((await call(settingsCalls.testMedia, { values: edits })).list);
    } catch {
      // the client shows failures
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={field['field']}>
      <span className={field['label']} />
      <div className={field['body']}>
        <div className={field['control']}>
          <Button loading={busy} onClick={() => void test()}>
            {t('settings.testMedia')}
          </Button>
        </div>
        <div className={field['notes']}>
          <p>{t('settings.testMediaHint')}</p>
        </div>
        <div className={field['test']}>
          {list.map(({ service, host, port, reachable }) => (
            <Alert
              key={service}
              type={reachable === null ? 'info' : reachable ? 'success' : 'error'}
              showIcon
              title={
                reachable === null
                  ? `${t(SERVICES[service])}: ${t('settings.addressUnset')}`
                  : `${t(SERVICES[service])} ${host}:${port}: ${t(reachable ? 'settings.addressReachable' : 'settings.addressUnreachable')}`
              }
            />
          ))}
        </div>
      </div>
    </div>
  );
}
