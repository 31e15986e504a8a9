import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { NavigationReport } from '@fleetwarden/contract/reports/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { text, useUrlState } from '../../hooks/use-url-state.ts';
import { loadSounds } from '../../shared/pinyin.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Forbidden, LoadFailed, SkeletonRows, State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { changeAtOnce } from './change-at-once.ts';
import styles from './Navigation.module.css';
import { ReportCard, type ReportWish } from './ReportCard.tsx';
import { readRecentReports } from './recent-reports.ts';
import { isForbidden } from './refusals.ts';
import { findReports } from './report-search.ts';

const NONE: readonly NavigationReport[] = [];
const URL_STATE = { q: { ...text, atOnce: true } };
const silent = () => [];

type Group = { readonly key: string; readonly title: string; readonly reports: readonly NavigationReport[] };

/** /report/navigationReporting: all reports of the user by family; favourites and recent reports come first. */
export function NavigationPage() {
  return (
    <AntdProvider>
      <Page>
        <Navigation />
      </Page>
    </AntdProvider>
  );
}

function Navigation() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const [{ q }, change] = useUrlState(URL_STATE);
  const [typing, setTyping] = useState(q !== '');
  const list = useRef<HTMLDivElement>(null);
  const queryKey = ['report', 'navigation', i18n.language];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(reportsCalls.getReportNavigation, {}, { signal, quiet: true }),
    networkMode: 'always',
  });
  // the pinyin library is loaded at the first search
  const sounds = useQuery({
    queryKey: ['sounds'],
    queryFn: loadSounds,
    enabled: typing,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const reports = data?.list ?? NONE;
  const matches = useMemo(() => findReports(reports, q, sounds.data ?? silent), [reports, q, sounds.data]);
  const groups =
    q.trim() === '' ? groupReports(reports, userId, t('reports.favourites'), t('reports.recent')) : groupByFamily(matches);

  async function wish(report: NavigationReport, change: ReportWish) {
    const { reportId } = report;
    const changed = { list: reports.map((each) => (each.reportId === reportId ? { ...each, ...change } : each)) };
    await changeAtOnce(queries, queryKey, changed, () => call(reportsCalls.upReportNavigationLabel, { reportId, ...change }));
  }

  return (
    <>
      <PageHeader title={t('page.reports')} {...(data ? { description: t('reports.count', { count: matches.length }) } : {})} />
      <search>
        <Input
          allowClear
          autoComplete="off"
          className={styles['find']!}
          prefix={<SearchOutlined aria-hidden />}
          value={q}
          aria-label={t('reports.find')}
          placeholder={t('reports.find')}
          onFocus={() => setTyping(true)}
          onChange={({ target }) => change({ q: target.value })}
          onPressEnter={() => q.trim() !== '' && matches[0] && void navigate(matches[0].path)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            list.current?.querySelector('a')?.focus();
          }}
        />
      </search>
      {isForbidden(error) ? (
        <Forbidden />
      ) : error && !data ? (
        <LoadFailed reason={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t('table.loading')} />
      ) : groups.length === 0 ? (
        <State title={t(q.trim() === '' ? 'reports.none' : 'reports.noneFound')} />
      ) : (
        <div ref={list} className={styles['families']}>
          {groups.map(({ key, title, reports: members }) => (
            <section key={key} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {members.map((report) => (
                  <ReportCard key={report.reportId} report={report} onWish={(next) => void wish(report, next)} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  );
}

/** Groups reports by family, in the order of the reports. */
function groupByFamily(reports: readonly NavigationReport[]): readonly Group[] {
  const families = new Map<string, NavigationReport[]>();
  for (const report of reports) families.set(report.family, [...(families.get(report.family) ?? []), report]);
  return [...families].map(([key, members]) => ({ key, title: members[0]!.familyName, reports: members }));
}

function groupReports(
  reports: readonly NavigationReport[],
  userId: string,
  favourites: string,
  recent: string,
): readonly Group[] {
  const byId = new Map(reports.map((report) => [report.reportId, report]));
  const groups: Group[] = [
    { key: 'favourites', title: favourites, reports: reports.filter(({ favourite }) => favourite) },
    { key: 'recent', title: recent, reports: readRecentReports(userId).flatMap((id) => byId.get(id) ?? []) },
    ...groupByFamily(reports),
  ];
  return groups.filter((group) => group.reports.length > 0);
}
