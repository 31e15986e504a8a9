import { permission } from '@fleetwarden/contract/permissions';
import type { SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import { regulatorsCalls } from '@fleetwarden/contract/regulators/routes';
import { Modal, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadList } from '../../api/load-list.ts';
import { useMay } from '../../api/session.ts';
import { useMobile } from '../../hooks/use-mobile.ts';
import { taskColumns } from '../../shared/regulator-columns.tsx';
import { PagedList } from '../../ui/PagedList.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { useDesk } from './desk-store.ts';
import { TaskReply } from './TaskReply.tsx';

const WIDTH = 1_360;
const HEIGHT = 420;
/** Width of the answer in a row. */
const REPLY_WIDTH = 310;
/** Columns of finished rows; waiting rows show the answer form there. */
const SETTLED: readonly unknown[] = ['by', 'note'];
const reply = (task: SuperviseTask) => <TaskReply key={task.supervise_id} task={task} />;
const loadHistory = loadList(regulatorsCalls.qryWarnSuperviseReq);

/** 督办 (specification 2.8): supervisions of superior platforms, waiting ones with an answer form. */
export function SupervisionDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [tab, setTab] = useState<'open' | 'history'>('open');
  const tasks = useDesk((state) => state.tasks);
  const mayAnswer = useMay(permission.answerSupervision);
  const narrow = useMobile();
  const columns = useMemo(() => taskColumns(t, i18n), [t, i18n]);
  const openColumns = useMemo(() => {
    const waiting = columns.filter(({ key }) => !SETTLED.includes(key));
    if (!mayAnswer || narrow) return waiting;
    const title = t('regulators.answer');
    const render = (_: unknown, task: SuperviseTask) => reply(task);
    return [...waiting, { key: 'reply', title, width: REPLY_WIDTH, fixed: 'right' as const, render }];
  }, [columns, mayAnswer, narrow, t]);
  // on phones the form is below the row
  const below = {
    expandedRowRender: reply,
    expandedRowKeys: tasks.map(({ supervise_id }) => supervise_id),
    showExpandColumn: false,
  };
  return (
    <AntdProvider>
      <Modal
        open
        title={t('regulators.supervisions')}
        width={WIDTH}
        footer={null}
        mask={{ closable: false }}
        onCancel={onClose}
        closable={{ 'aria-label': t('common.close') }}
      >
        <TabBar
          label={t('regulators.supervisions')}
          active={tab}
          items={[
            {
              key: 'open',
              label: t('regulators.openTasks'),
              note: String(tasks.filter(({ supervise_jg }) => supervise_jg === null).length),
            },
            { key: 'history', label: t('regulators.supervisionHistory') },
          ]}
          onChange={setTab}
        />
        {tab === 'open' ? (
          <Table<SuperviseTask>
            size="small"
            rowKey="supervise_id"
            dataSource={[...tasks]}
            pagination={false}
            scroll={{ x: 'max-content', y: HEIGHT }}
            locale={{ emptyText: t('regulators.none') }}
            columns={openColumns}
            {...(mayAnswer && narrow ? { expandable: below } : {})}
          />
        ) : (
          <PagedList<SuperviseTask>
            question={['regulator', 'supervisions']}
            load={(options) => loadHistory({}, options)}
            rowKey="supervise_id"
            scroll={{ x: 'max-content' }}
            columns={columns}
          />
        )}
      </Modal>
    </AntdProvider>
  );
}
