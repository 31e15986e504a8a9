import { terminalSettingsCalls } from '@fleetwarden/contract/terminal-settings/routes';
import type { ComparedCar } from '@fleetwarden/contract/terminal-settings/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Pagination, Segmented, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { call, request } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { exportStarted } from '../../../api/tasks.ts';
import { matching, oneOf, useUrlState } from '../../../hooks/use-url-state.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { DepartmentSelect } from '../../../shared/resource/DepartmentSelect.tsx';
import { useNews } from '../../../shared/use-news.ts';
import { formatNumber } from '../../../ui/format.ts';
import { openFile } from '../../../ui/open-file.ts';
import { LoadFailed, State } from '../../../ui/States.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import layout from '../../../ui/theme/layout.module.css';
import type { Setup } from '../use-setup.ts';
import styles from './Fleet.module.css';
import { asTarget } from './param-car.ts';
import { TemplateSelect } from './TemplateSelect.tsx';
import { parameterText, parameterTitle, useParamTemplates, wireId } from './templates.ts';

const PAGE_SIZE = 50;
const SHOWN = ['deviates', 'neverRead', 'conforms', 'all'] as const;
const PAGE = {
  read: (text: string) => Math.max(1, Math.trunc(Number(text)) || 1),
  write: (page: number) => (page === 1 ? '' : String(page)),
};
const URL_STATE = { template: matching(/^\d{1,10}$/), dept: matching(/^\d{1,10}$/), show: oneOf(SHOWN, 'deviates'), page: PAGE };

/** A fleet compared with a template: figures, the vehicles with their deviations, and what repairs them. */
export function DeviationView({ setup }: { setup: Setup }) {
  const { t, i18n } = useTranslation();
  const [{ template, dept, show, page }, change] = useUrlState(URL_STATE);
  const [maySend, mayExport] = [useMay('7040109'), useMay('7040106')];
  const { templates } = useParamTemplates();
  const scope = { templateId: template ?? '', ...(dept === null ? {} : { deptId: dept }) };
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['compareTemplate', template, dept, show, page],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true, pageModel: { page, limit: PAGE_SIZE } };
      const reply = await request(terminalSettingsCalls.compareTemplate, { ...scope, show }, options);
      return { ...reply.data, total: reply.pageModel?.total ?? 0 };
    },
    enabled: template !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    networkMode: 'always',
  });

  useNews('terminalParams', [['compareTemplate']]);

  async function repair(deviating: number) {
    const values = templates.find(({ id }) => id === template)?.values ?? {};
    // those of this page are named
    const vehicles = (data?.list ?? []).filter(({ state }) => state === 'deviates').map(asTarget);
    await setup.apply(
      values,
      vehicles,
      (confirmed) =>
        call(terminalSettingsCalls.applyTemplate, { ...scope, onlyDeviating: true, queueOffline: true, ...confirmed }),
      { count: deviating },
    );
  }

  async function exportFile() {
    const made = await call(terminalSettingsCalls.exportDeviations, scope).catch(() => null);
    if (!made) return;
    if ('taskId' in made) exportStarted(made.taskId);
    else openFile(made.url);
  }

  return (
    <section className={styles['view']} aria-label={t('terminalSetup.view_deviations')}>
      <div className={layout['wrapRow']}>
        <TemplateSelect value={template ?? undefined} onChange={(id) => change({ template: id ?? null, page: 1 })} />
        <span className={styles['dept']}>
          <DepartmentSelect
            label={t('terminalSetup.department')}
            placeholder={t('resource.allDepartments')}
            value={dept}
            onChange={(id) => change({ dept: typeof id === 'string' ? id : null, page: 1 })}
          />
        </span>
        <span className={styles['tools']}>
          {template !== null && mayExport && (
            <Button onClick={() => void exportFile()}>{t('terminalSetup.exportDeviations')}</Button>
          )}
          {template !== null && maySend && (
            <Button
              type="primary"
              disabled={!data || data.deviating === 0 || show !== 'deviates'}
              onClick={() => void repair(data?.deviating ?? 0)}
            >
              {t('terminalSetup.repair', { count: data?.deviating ?? 0 })}
            </Button>
          )}
        </span>
      </div>
      {template === null ? (
        <State title={t('terminalSetup.chooseTemplate')} />
      ) : isError ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : (
        <>
          <dl className={styles['figures']}>
            {(['vehicles', 'conforming', 'deviating', 'neverRead'] as const).map((key) => (
              <div key={key}>
                <dt>{t(`terminalSetup.figure_${key}`)}</dt>
                <dd>{data ? formatNumber(i18n.language, data[key]) : '–'}</dd>
              </div>
            ))}
          </dl>
          <Segmented
            value={show}
            options={SHOWN.map((value) => ({ value, label: t(`terminalSetup.show_${value}`) }))}
            onChange={(next) => change({ show: next, page: 1 })}
          />
          <div className={styles['rows']}>
            <Table<ComparedCar>
              size="small"
              loading={isFetching}
              dataSource={data?.list ?? []}
              rowKey="targId"
              pagination={false}
              scroll={{ x: 640 }}
              locale={{ emptyText: t('terminalSetup.noneFound') }}
              expandable={{
                rowExpandable: ({ deviations }) => deviations.length > 0,
                expandedRowRender: ({ deviations }) => <Deviations list={deviations} />,
              }}
              columns={[
                {
                  key: 'plate',
                  title: t('terminalSetup.plate'),
                  width: 130,
                  render: (_, { carNo, color }) => <PlateTag plate={carNo} colour={color} />,
                },
                { key: 'dept', dataIndex: 'deptName', title: t('terminalSetup.department'), width: 160 },
                { key: 'version', dataIndex: 'version', title: t('terminalSetup.protocol'), width: 90 },
                {
                  key: 'readAt',
                  title: t('terminalSetup.lastRead'),
                  width: 130,
                  render: (_, { readAt }) => <TimeCell at={readAt} />,
                },
                {
                  key: 'count',
                  title: t('terminalSetup.deviations'),
                  width: 90,
                  align: 'right',
                  render: (_, { deviations }) => deviations.length,
                },
              ]}
            />
          </div>
          <div className={layout['pager']}>
            <Pagination
              size="small"
              current={page}
              pageSize={PAGE_SIZE}
              total={data?.total ?? 0}
              showSizeChanger={false}
              onChange={(next) => change({ page: next })}
            />
          </div>
        </>
      )}
    </section>
  );
}

function Deviations({ list }: { list: ComparedCar['deviations'] }) {
  const { t, i18n } = useTranslation();
  return (
    <Table
      size="small"
      dataSource={list}
      rowKey="id"
      pagination={false}
      columns={[
        { key: 'id', title: t('terminalSetup.wireId'), width: 90, render: (_, { id }) => wireId(id) },
        { key: 'name', title: t('terminalSetup.parameter'), width: 180, render: (_, { id }) => parameterTitle(i18n, id) },
        {
          key: 'expected',
          title: t('terminalSetup.templateValue'),
          render: (_, { id, expected }) => parameterText(i18n, id, expected),
        },
        {
          key: 'actual',
          title: t('terminalSetup.terminalValue'),
          render: (_, { id, actual }) => parameterText(i18n, id, actual),
        },
      ]}
    />
  );
}
