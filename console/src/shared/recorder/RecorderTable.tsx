import { Alert, Button, Table } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCsv } from '../../ui/format-csv.ts';
import { saveText } from '../../ui/save-text.ts';
import { type RecorderData, recorderTable } from './recorder-tables.ts';

const PAGE_SIZE = 60;

/** The data of a driving recorder as a table, with an export. `name` is that of the file without its ending. */
export function RecorderTable({ data, name }: { data: RecorderData; name: string }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const table = useMemo(() => recorderTable(data, { t, language }), [data, t, language]);
  if (!table) return <Alert type="warning" title={t('recorder.unreadable')} />;
  const { titles, rows } = table;
  return (
    <>
      <p>
        <Button disabled={rows.length === 0} onClick={() => saveText(`${name}.csv`, 'text/csv', formatCsv([titles, ...rows]))}>
          {t('recorder.exportCsv')}
        </Button>
      </p>
      <Table
        size="small"
        rowKey="key"
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
        dataSource={rows.map((cells, key) => ({ key, cells }))}
        columns={titles.map((title, i) => ({ key: i, title, render: (_, { cells }) => cells[i] }))}
      />
    </>
  );
}
