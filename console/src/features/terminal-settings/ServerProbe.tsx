import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatList } from '../../ui/format.ts';
import type { NewServer } from './new-servers.ts';

/** Says before a send whether this platform reaches the new addresses. It does not prevent the send. */
export function ServerProbe({ servers }: { servers: readonly NewServer[] }) {
  const { t, i18n } = useTranslation();
  const addresses = servers.flatMap(({ host, port }) => (port === null ? [] : [{ host, port }]));
  const { data, isError } = useQuery({
    queryKey: ['serverProbe', addresses],
    queryFn: ({ signal }) => call(terminalSettingsCalls.probeServer, { addresses }, { signal, quiet: true }),
    enabled: addresses.length > 0,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const names = (list: readonly { readonly host: string; readonly port: number | null }[]) =>
    formatList(
      i18n.language,
      list.map(({ host, port }) => (port === null ? host : `${host}:${port}`)),
    );
  const [reached, lost] = [true, false].map((wanted) => data?.list.filter(({ reachable }) => reachable === wanted) ?? []);
  const portless = servers.filter(({ port }) => port === null);
  return (
    <>
      {addresses.length > 0 && !data && !isError && <Alert type="info" showIcon title={t('terminalSetup.probing')} />}
      {isError && <Alert type="warning" showIcon title={t('terminalSetup.notProbed', { addresses: names(addresses) })} />}
      {lost!.length > 0 && <Alert type="error" showIcon title={t('terminalSetup.notReachable', { addresses: names(lost!) })} />}
      {reached!.length > 0 && (
        <Alert type="success" showIcon title={t('terminalSetup.reachable', { addresses: names(reached!) })} />
      )}
      {portless.length > 0 && <Alert type="warning" showIcon title={t('terminalSetup.noPort', { addresses: names(portless) })} />}
    </>
  );
}
