import { settingsCalls } from 'virtual:calls/settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AntdProvider } from '../../ui/AntdProvider.tsx';
import { call } from '../../ui/api/call.ts';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { PlatSettingsForm } from './PlatSettingsForm.tsx';
import styles from './PlatSettingsPage.module.css';
import { ScopeSelect } from './ScopeSelect.tsx';

const SETTINGS = ['settings', 'plat'];
const DEPARTMENT = /^\d{1,15}$/;

/** `undefined`: the widest scope one may see, the platform or one's own department. */
const useSettings = (deptId: string | undefined, enabled = true) =>
  useQuery({
    queryKey: [...SETTINGS, deptId ?? null],
    queryFn: ({ signal }) => call(settingsCalls.getPlatSetting, deptId === undefined ? {} : { deptId }, { signal, quiet: true }),
    enabled,
  });

/** Platform settings: of the whole platform, or of a department and everything below it. The address holds scope (`dept`) and tab. */
export function PlatSettingsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('dept');
  const wanted = asked && DEPARTMENT.test(asked) ? asked : undefined;
  const widest = useSettings(undefined);
  const chosen = useSettings(wanted, wanted !== undefined);
  const { data, isError, refetch } = wanted === undefined ? widest : chosen;

  const choose = (deptId: string | null) =>
    setQuery((now) => {
      if (deptId === null) now.delete('dept');
      else now.set('dept', deptId);
      return now;
    });
  const frame = (actions: ReactNode, content: ReactNode) => (
    <>
      <header className={styles['header']}>
        <h1>{t('page.platsettings')}</h1>
        <ScopeSelect deptId={wanted ?? data?.deptId} platform={widest.data?.deptId === null} onChange={choose} />
        <div className={styles['actions']}>{actions}</div>
      </header>
      <div className={styles['panel']}>{content}</div>
    </>
  );

  const body = () => {
    if (data)
      return (
        <PlatSettingsForm
          key={data.deptId}
          settings={data}
          onLogo={(logoUrl) => queries.setQueryData([...SETTINGS, wanted ?? null], { ...data, logoUrl })}
          reload={() => queries.invalidateQueries({ queryKey: SETTINGS })}
          frame={frame}
        />
      );
    if (!isError) return frame(null, <SkeletonRows label={t('settings.loading')} rows={12} />);
    const retry = { label: t('common.retry'), onClick: () => void refetch() };
    return frame(null, <State live="alert" title={t('settings.failed')} hint={t('settings.failedHint')} action={retry} />);
  };
  return (
    <AntdProvider>
      <Page>{body()}</Page>
    </AntdProvider>
  );
}
