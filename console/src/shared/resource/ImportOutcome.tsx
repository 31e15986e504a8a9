import type { ImportResult } from '@fleetwarden/contract/resources/import-result';
import { Alert, Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import styles from './Resource.module.css';

type ImportError = ImportResult['errors'][number];

/** Height at which the table of errors scrolls, px. */
const HEIGHT = 280;

/** Result of a check or an import: counts, and each error by its cell. */
export function ImportOutcome(props: { result: ImportResult; written: boolean; onErrorFile: () => void }) {
  const { result, written, onErrorFile } = props;
  const { t, i18n } = useTranslation();
  const done = written && result.applied;
  const figures = [
    [t(done ? 'resource.importAdded' : 'resource.importAdds'), result.adds],
    [t(done ? 'resource.importChanged' : 'resource.importChanges'), result.changes],
    [t(done ? 'resource.importRemoved' : 'resource.importRemoves'), result.removes],
    [t('resource.importBad'), result.bad],
  ] as const;
  return (
    <>
      {written && (
        <Alert
          type={result.applied ? 'success' : 'error'}
          showIcon
          title={t(result.applied ? 'resource.importDone' : 'resource.importRefused')}
        />
      )}
      <dl>
        {figures.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(i18n.language, count)}</dd>
          </div>
        ))}
      </dl>
      {result.errors.length > 0 && <ImportErrors errors={result.errors} />}
      {result.errors.length < result.bad && result.errors.length > 0 && (
        <p>{t('resource.importShown', { count: result.errors.length })}</p>
      )}
      {result.errorFile && (
        <div>
          <Button onClick={onErrorFile}>{t('resource.importErrorFile')}</Button>
        </div>
      )}
    </>
  );
}

/** Errors of a file, each by its cell. */
export function ImportErrors({ errors }: { errors: readonly ImportError[] }) {
  const { t } = useTranslation();
  return (
    <section className={styles['importErrors']} aria-label={t('resource.importErrors')}>
      <Table<ImportError & { readonly at: number }>
        size="small"
        virtual
        pagination={false}
        rowKey="at"
        scroll={{ x: 600, y: HEIGHT }}
        dataSource={errors.map((error, at) => ({ ...error, at }))}
        columns={[
          { key: 'row', dataIndex: 'row', title: t('resource.importRow'), width: 70 },
          { key: 'cell', dataIndex: 'cell', title: t('resource.importCell'), width: 80 },
          { key: 'header', dataIndex: 'header', title: t('resource.importColumn'), width: 150, ellipsis: true },
          { key: 'message', dataIndex: 'message', title: t('resource.importMessage'), width: 300 },
        ]}
      />
    </section>
  );
}
