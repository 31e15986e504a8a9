import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Alert, Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../ui/save-text.ts';
import type { SecretRecord } from './import-file.ts';
import styles from './Resource.module.css';
import { fieldText, pageText } from './resource-texts.ts';
import { formatSecretsCsv } from './secrets-csv.ts';

/** Height at which the table scrolls, px. */
const HEIGHT = 280;

/** One-time secrets of added records: shown here and offered as a file. They are stored nowhere else. */
export function ImportSecrets({ resource, list }: { resource: Resource; list: readonly SecretRecord[] }) {
  const { t } = useTranslation();
  const columns = [resource.title, ...(resource.shownOnce ?? [])].map((key) => ({ key, name: fieldText(t, resource, key) }));
  return (
    <section className={styles['secrets']} aria-label={t('resource.importOneTimeTable')}>
      <Alert type="warning" showIcon title={t('resource.importOneTimeSave')} />
      <Table<SecretRecord>
        size="small"
        virtual
        pagination={false}
        rowKey={resource.title}
        scroll={{ x: 400, y: HEIGHT }}
        dataSource={[...list]}
        columns={columns.map(({ key, name }) => ({ key, dataIndex: key, title: name, width: 200 }))}
      />
      <div>
        <Button
          type="primary"
          onClick={() => saveText(`${pageText(t, resource)}.csv`, 'text/csv', formatSecretsCsv(columns, list))}
        >
          {t('resource.importOneTimeCsv')}
        </Button>
      </div>
    </section>
  );
}
