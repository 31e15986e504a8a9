import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { FieldValue } from './FieldValue.tsx';
import styles from './Resource.module.css';
import type { ResourceHooks } from './resource-hooks.ts';
import type { ResourceRecord } from './resource-record.ts';
import { groupByTab } from './resource-record.ts';
import { fieldText, tabText } from './resource-texts.ts';

/** All fields of a record, read-only. */
export function ResourceView({ resource, record, hooks }: { resource: Resource; record: ResourceRecord; hooks: ResourceHooks }) {
  const { t } = useTranslation();
  // a value that all records of the page share is omitted
  const says = ([key]: readonly [string, Field]) => resource.fixed?.[key] === undefined && (hooks.applies?.(key, record) ?? true);
  const groups = groupByTab(Object.entries(resource.fields).filter(says));
  const drawn = (key: string, field: Field): ReactNode =>
    hooks.cells?.[key]?.(record) ?? <FieldValue field={field} name={key} record={record} />;
  return (
    <>
      {groups.map(([tab, fields]) => (
        <section key={tab} className={styles['group']}>
          {groups.length > 1 && <h3 className={styles['groupTitle']}>{tabText(t, resource, tab)}</h3>}
          <dl className={styles['view']}>
            {fields.map(([key, field]) => (
              <Fact key={key} name={fieldText(t, resource, key)} wide={isWide(field)}>
                {drawn(key, field)}
              </Fact>
            ))}
            {tab === groups[0]?.[0] && (
              <>
                <Fact name={t('resource.recordedAt')}>
                  <TimeCell at={record.createdAt} />
                </Fact>
                <Fact name={t('resource.changedAt')}>
                  <TimeCell at={record.updatedAt} />
                </Fact>
              </>
            )}
          </dl>
        </section>
      ))}
      {hooks.FormPart && <hooks.FormPart record={record} readOnly />}
    </>
  );
}

/** Long texts and trees take the full width. */
const isWide = (field: Field) => field.kind === 'permissions' || (field.kind === 'text' && field.lines !== undefined);

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? styles['wide'] : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
