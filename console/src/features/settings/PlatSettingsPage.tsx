import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { matching, useUrlState } from '../../hooks/use-url-state.ts';
import { Page } from '../../ui/Page.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { PlatSettingsForm } from './PlatSettingsForm.tsx';
import styles from './PlatSettingsPage.module.css';
import { ScopeSelect } from './ScopeSelect.tsx';

const SETTINGS = ['settings', 'plat'];
const URL_STATE = { dept: matching(/^\d{1,15}$/) };

/** `undefined`: the widest scope of the user, the platform or the user's department. */
const useSettings = (deptId: string | undefined, enabled = true) =>
  useQuery({
    queryKey: [...SETTINGS, deptId ?? null],
    queryFn: ({ signal }) => call(settingsCalls.getPlatSetting, deptId === undefined ? {} : { deptId }, { signal, quiet: true }),
    enabled,
  });

/** Platform settings: of the whole platform, or of a department with its subordinates. The URL has scope (`dept`) and tab. */
export function PlatSettingsPage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [{ dept }, change] = useUrlState(URL_STATE);
  const wanted = dept ?? undefined;
  const widest = useSettings(undefined);
  const chosen = useSettings(wanted, wanted !== undefined);
  const { data, isError, refetch } = wanted === undefined ? widest : chosen;

  const choose = (deptId: string | null) => change({ dept: deptId }, false);
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
