import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import { Form } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/theme/layout.module.css';
import { FieldInput } from './FieldInput.tsx';
import { fieldRules } from './field-rules.ts';
import { GroupNav } from './GroupNav.tsx';
import styles from './Resource.module.css';
import type { ResourceHooks } from './resource-hooks.ts';
import type { ResourceRecord, ResourceValues } from './resource-record.ts';
import { groupByTab, writtenFields } from './resource-record.ts';
import { fieldText, tabText } from './resource-texts.ts';

/** IDs and names of the linked records. */
function namesOf(resource: Resource, key: string, record: ResourceRecord | null): ReadonlyMap<string, string> {
  const field = resource.fields[key];
  if (!record || !field || !('shows' in field) || record[key] === null || record[key] === undefined) return new Map();
  const ids = [record[key] as string | readonly string[]].flat();
  const names = [record[field.shows] as string | null | readonly string[]].flat();
  return new Map(ids.flatMap((id, at) => (names[at] ? [[id, names[at]]] : [])));
}

const isWide = (field: Field): boolean =>
  field.kind === 'geometry' || field.kind === 'permissions' || (field.kind === 'text' && field.lines !== undefined);

/** A field of a form. `edit`: fields that are set once are read-only. `needed`: required by another value. */
export function ResourceField(props: {
  resource: Resource;
  name: string;
  record: ResourceRecord | null;
  edit: boolean;
  needed?: boolean;
  widgets?: ResourceHooks['widgets'] | undefined;
}) {
  const { resource, name, record, edit, needed = false, widgets } = props;
  const { t } = useTranslation();
  const field = resource.fields[name];
  if (!field) return null;
  const Widget = widgets?.[name] ?? FieldInput;
  const stored = edit && field.kind === 'secret' && record?.[name] === true;
  return (
    <Form.Item
      name={name}
      label={fieldText(t, resource, name)}
      className={isWide(field) ? styles['wide']! : ''}
      required={(field.required === true || needed) && !stored}
      rules={fieldRules(resource, name, t, stored)}
    >
      <Widget field={field} names={namesOf(resource, name, record)} stored={stored} disabled={edit && field.once === true} />
    </Form.Item>
  );
}

/** Fields that depend on the form's values; re-renders when they change. */
function useFieldsBy(keysOf: (values: ResourceValues) => readonly string[]): ReadonlySet<string> {
  const form = Form.useFormInstance();
  const ofValues = (values: ResourceValues) => keysOf(values).join(' ');
  const keys = Form.useWatch((values: ResourceValues) => ofValues(values), { form, preserve: true });
  return new Set((keys ?? ofValues(form.getFieldsValue(true))).split(' '));
}

/** The fields of a record in their groups, inside a FormDrawer. `record`: the edited or copied one. */
export function ResourceFields(props: {
  resource: Resource;
  record: ResourceRecord | null;
  edit: boolean;
  hooks: ResourceHooks;
}) {
  const { resource, record, edit, hooks } = props;
  const { t } = useTranslation();
  const id = useId();
  const written = writtenFields(resource);
  const applying = useFieldsBy((values) => written.flatMap(([key]) => (hooks.applies?.(key, values) === false ? [] : [key])));
  const needed = useFieldsBy((values) => (resource.rules ?? []).flatMap((rule) => (rule.needed?.(values) ? [rule.field] : [])));
  const groups = groupByTab(written.filter(([key]) => applying.has(key)));
  const titled = groups.length > 1;
  return (
    <>
      {titled && <GroupNav id={id} groups={groups.map(([tab]) => ({ tab, title: tabText(t, resource, tab) }))} />}
      {groups.map(([tab, fields]) => (
        <section
          key={tab}
          id={id + tab}
          className={styles['group']}
          {...(titled ? { 'aria-labelledby': `${id}${tab}-title` } : {})}
        >
          {titled && (
            <h3 id={`${id}${tab}-title`} className={styles['groupTitle']}>
              {tabText(t, resource, tab)}
            </h3>
          )}
          <div className={`${layout['fieldGrid']} ${styles['fields']}`}>
            {fields.map(([key]) => (
              <ResourceField
                key={key}
                name={key}
                resource={resource}
                record={record}
                edit={edit}
                needed={needed.has(key)}
                widgets={hooks.widgets}
              />
            ))}
          </div>
        </section>
      ))}
      {hooks.FormPart && <hooks.FormPart record={record} readOnly={false} />}
    </>
  );
}
