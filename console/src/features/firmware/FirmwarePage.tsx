import { permission } from '@fleetwarden/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../api/session.ts';
import { reloadQueries } from '../../shared/reload-queries.ts';
import { useNews } from '../../shared/use-news.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { FirmwareFiles } from './FirmwareFiles.tsx';
import { FILES, ROLLOUT_CARS, ROLLOUTS } from './query-names.ts';
import { RolloutTable } from './RolloutTable.tsx';
import { UploadFirmware } from './UploadFirmware.tsx';

const tabKeys = ['files', 'rollouts', 'control'] as const;
type Tab = (typeof tabKeys)[number];
const SHOWN = [[TABLE_QUERY, ROLLOUTS], [TABLE_QUERY, FILES], [ROLLOUT_CARS]];

/**
 * /setup/terminal/firmwareUpgrade: firmware files, their roll-outs with progress, and the control of terminals. The tab is in the URL.
 */
export function FirmwarePage({ control }: { control: ReactNode }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const maySend = useMay(permission.sendFirmware);
  const [uploading, setUploading] = useState(false);
  const tab = tabKeys.find((key) => key === query.get('tab')) ?? 'files';
  const reload = () => void reloadQueries(queries, ...SHOWN);
  useNews('firmware', SHOWN);
  const show = (next: Tab) => void navigate({ pathname, search: next === 'files' ? '' : `?tab=${next}` });
  return (
    <AntdProvider>
      <Page>
        <PageHeader<Tab>
          title={t('page.firmwareUpgrade')}
          action={
            maySend &&
            tab !== 'control' && (
              <Button type="primary" onClick={() => setUploading(true)}>
                {t('firmware.upload')}
              </Button>
            )
          }
          tabs={{
            active: tab,
            items: [
              { key: 'files', label: t('firmware.tabFiles') },
              { key: 'rollouts', label: t('firmware.tabRollouts') },
              { key: 'control', label: t('firmware.tabControl') },
            ],
            onChange: show,
          }}
        />
        {tab === 'control' && control}
        {tab === 'rollouts' && <RolloutTable />}
        {tab === 'files' && (
          <FirmwareFiles onUpload={() => setUploading(true)} onStarted={() => show('rollouts')} onChanged={reload} />
        )}
        {uploading && <UploadFirmware onDone={reload} onClose={() => setUploading(false)} />}
      </Page>
    </AntdProvider>
  );
}
