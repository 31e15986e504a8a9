import type { CallReply } from '@fleetwarden/contract/call';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import type { MapKeyResult } from '@fleetwarden/contract/settings/test-results';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';

type Props = {
  readonly deptId: string | null;
  readonly setting: 'baiduMapKey' | 'gaodeMapKey' | 'tenxunMapKey';
  /** The typed key; undefined: the stored one. */
  readonly typed: string | undefined;
};

const RESULTS = {
  valid: ['success', 'settings.keyValid'],
  unknown: ['error', 'settings.keyUnknown'],
  wrongType: ['error', 'settings.keyWrongType'],
  exhausted: ['warning', 'settings.keyExhausted'],
  noAnswer: ['warning', 'settings.keyNoAnswer'],
} as const satisfies Record<MapKeyResult, readonly [string, string]>;

/** Asks the provider about a map key, before or after it is saved. */
export function MapKeyTest({ deptId, setting, typed }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<CallReply<(typeof settingsCalls)['testMapKey']> | null>(null);

  const test = async () => {
    setBusy(true);
    setTold(null);
    try {
      const scope = deptId === null ? {} : { deptId };
      setTold(await call(settingsCalls.testMapKey, { ...scope, key: setting, ...(typed ? { value: typed } : {}) }));
    } catch {
      // the client shows failures
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button loading={busy} aria-label={`${t('settings.testKey')}: ${t(`settings.${setting}`)}`} onClick={() => void test()}>
        {t('settings.testKey')}
      </Button>
      {told && <Alert type={RESULTS[told.result][0]} showIcon title={t(RESULTS[told.result][1], { code: told.code })} />}
    </>
  );
}
