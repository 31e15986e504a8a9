import { Button, Modal, Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useTranslation } from 'react-i18next';
import type { ErrorEntry } from '../api/error-log.ts';
import { clearErrors, useErrorLog } from '../api/error-log.ts';
import { AntdProvider } from '../ui/theme/AntdProvider.tsx';
import styles from './ErrorLog.module.css';

const WIDTH = 1_040;
const HEIGHT = 480;

/** The run-time errors of this window: message, source, URL and stack. */
export function ErrorLog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const entries = useErrorLog((state) => state.entries);

  const columns: ColumnsType<ErrorEntry> = [
    { title: t('errorLog.message'), dataIndex: 'message', width: 240 },
    { title: t('errorLog.info'), dataIndex: 'info', width: 160, render: (info: string) => <Lines text={info} /> },
    { title: t('errorLog.url'), dataIndex: 'url', width: 200 },
    { title: t('errorLog.stack'), dataIndex: 'stack', render: (stack: string) => <Lines text={stack} /> },
  ];

  return (
    <AntdProvider>
      <Modal
        open
        title={t('errorLog.title')}
        width={WIDTH}
        mask={{ closable: false }}
        onCancel={onClose}
        footer={
          <Button danger disabled={entries.length === 0} onClick={clearErrors}>
            {t('errorLog.clearAll')}
          </Button>
        }
      >
        <Table
          className={styles['table'] ?? ''}
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={[...entries]}
          pagination={false}
          scroll={{ y: HEIGHT, x: 840 }}
          locale={{ emptyText: t('errorLog.empty') }}
        />
      </Modal>
    </AntdProvider>
  );
}

/** The first line; the others on demand. */
function Lines({ text }: { text: string }) {
  const { t } = useTranslation();
  const [first = '', ...rest] = text.trim().split('\n');
  if (rest.length === 0) return first;
  return (
    <details>
      <summary aria-label={t('errorLog.showStack')}>{first}</summary>
      <pre>{rest.join('\n')}</pre>
    </details>
  );
}
