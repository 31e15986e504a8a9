import { Table, type TableProps } from 'antd';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatFullTime } from '../../../ui/format.ts';
import styles from './Results.module.css';

type Data = Readonly<Record<string, unknown>>;
const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRows = (value: unknown): value is readonly Data[] => Array.isArray(value) && value.length > 0 && value.every(isData);
/** Epoch ms of this century: a time, not a figure. */
const isTime = (key: string, value: unknown): value is number =>
  typeof value === 'number' && value > 946_684_800_000 && /(At|time|start|end)$/i.test(key);
const ROWS_SHOWN = 100;

/** Names and values of an answer. Fields without a name keep that of the wire. */
function useAnswerTexts() {
  const { i18n } = useTranslation();
  const name = (key: string) =>
    i18next.exists(`commandResult.${key}`) ? i18next.t(`commandResult.${key}` as 'common.close') : key;
  const text = (key: string, value: unknown): string => {
    if (value === null || value === undefined) return '–';
    if (isTime(key, value)) return formatFullTime(i18n.language, value);
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value)) return value.map((each) => text(key, each)).join(', ');
    if (isData(value))
      return Object.entries(value)
        .map(([inner, each]) => `${name(inner)} ${text(inner, each)}`)
        .join(' · ');
    return String(value);
  };
  return { name, text };
}

/** Objects of an answer as a table. `pagination`: where the rows are one page of more. */
export function ResultRows({ rows, pagination }: { rows: readonly Data[]; pagination?: TableProps<Data>['pagination'] }) {
  const { name, text } = useAnswerTexts();
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Table<Data>
      size="small"
      dataSource={rows}
      rowKey={(row) => JSON.stringify(row)}
      scroll={{ x: 'max-content' }}
      pagination={pagination ?? (rows.length > ROWS_SHOWN && { pageSize: ROWS_SHOWN, showSizeChanger: false, size: 'small' })}
      columns={columns.map((column) => ({
        key: column,
        title: name(column),
        render: (_, row) => text(column, row[column]),
      }))}
    />
  );
}

/** The fields of an answer: figures as a list, lists of objects as tables. */
export function ResultData({ data }: { data: unknown }) {
  const { name, text } = useAnswerTexts();
  if (!isData(data)) return <p>{text('', data)}</p>;
  const entries = Object.entries(data);
  return (
    <div className={styles['answer']}>
      <dl className={styles['facts']}>
        {entries
          .filter(([, value]) => !isRows(value) && !isData(value))
          .map(([key, value]) => (
            <div key={key}>
              <dt>{name(key)}</dt>
              <dd>{text(key, value)}</dd>
            </div>
          ))}
      </dl>
      {entries
        .filter(([, value]) => isData(value))
        .map(([key, value]) => (
          <section key={key}>
            <h3>{name(key)}</h3>
            <ResultData data={value} />
          </section>
        ))}
      {entries
        .flatMap(([key, value]) => (isRows(value) ? [[key, value] as const] : []))
        .map(([key, rows]) => (
          <section key={key}>
            <h3>{name(key)}</h3>
            <ResultRows rows={rows} />
          </section>
        ))}
    </div>
  );
}
