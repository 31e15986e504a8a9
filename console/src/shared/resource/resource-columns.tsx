import type { Field, Resource } from '@fleetwarden/contract/resources/resource';
import { maxCharsOf } from '@fleetwarden/contract/resources/resource';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { TimeCell } from '../../ui/TimeCell.tsx';
import type { SearchField, TableColumn } from '../../ui/table/table-columns.ts';
import type { Filters } from '../../ui/table/use-table-url.ts';
import { enumerationName } from '../enumeration.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { FieldValue } from './FieldValue.tsx';
import { LinkSelect } from './LinkSelect.tsx';
import type { ResourceRecord } from './resource-record.ts';
import { fieldText } from './resource-texts.ts';

/** Width of a time column, px. */
const MOMENT_WIDTH = 140;

export type Cells = Readonly<Record<string, (record: ResourceRecord) => ReactNode>>;

/** Whether the server can sort by a field: see sortableOf of contract/resources/record-schemas.ts, which loads schemas. */
const isSortable = (field: Field) =>
  field.list !== undefined &&
  field.kind !== 'choices' &&
  field.kind !== 'links' &&
  field.kind !== 'secret' &&
  field.kind !== 'permissions' &&
  !(field.kind === 'text' && field.sealed);

/** Numbers are right-aligned, identifiers are not. */
const isFigure = (field: Field) => field.kind === 'decimal' || (field.kind === 'integer' && !field.identifier);

/**
 * The columns of a resource's list. Fields that are only searchable and the times of creation and change are hidden by default.
 * `cells` render special columns.
 */
export function resourceColumns(resource: Resource, i18n: I18n, cells: Cells = {}): readonly TableColumn<ResourceRecord>[] {
  const { t } = i18n;
  const shown = Object.entries(resource.fields).filter(([, { list, search }]) => list || search);
  const columns = shown.map(([key, field]): TableColumn<ResourceRecord> => {
    const search = field.search && toSearchField(key, field, i18n);
    return {
      key,
      title: fieldText(t, resource, key),
      render: cells[key] ?? ((record) => <FieldValue field={field} name={key} record={record} />),
      sortable: isSortable(field),
      hiddenByDefault: !field.list || field.list.hidden === true,
      ...(field.list?.width === undefined ? {} : { width: field.list.width }),
      ...(field.list?.pinned ? { fixed: 'left' as const } : {}),
      ...(isFigure(field) ? { align: 'right' as const } : {}),
      ...(search ? { search } : {}),
    };
  });
  return [...columns, momentColumn('createdAt', t('resource.recordedAt')), momentColumn('updatedAt', t('resource.changedAt'))];
}

const momentColumn = (key: 'createdAt' | 'updatedAt', title: string): TableColumn<ResourceRecord> => ({
  key,
  title,
  width: MOMENT_WIDTH,
  sortable: true,
  hiddenByDefault: true,
  exportable: false,
  render: (record) => <TimeCell at={record[key]} />,
});

/** The search control of a field, by its kind. */
function toSearchField(key: string, field: Field, i18n: I18n): SearchField | undefined {
  const { t } = i18n;
  switch (field.kind) {
    case 'text':
      return { kind: 'text', maxLength: maxCharsOf(field) };
    case 'integer':
    case 'decimal':
      return { kind: 'text', maxLength: String(field.max).length };
    case 'choice':
    case 'code':
    case 'choices':
      return {
        kind: 'select',
        options: ENUMERATIONS[field.of].map(({ value }) => ({
          value: String(value),
          label: enumerationName(i18n, field.of, value),
        })),
      };
    case 'flag':
      return {
        kind: 'select',
        options: [
          { value: 'true', label: t('resource.yes') },
          { value: 'false', label: t('resource.no') },
        ],
      };
    case 'date':
      return { kind: 'dayRange', keys: [`${key}From`, `${key}To`] };
    case 'instant':
      return { kind: 'dateRange', keys: [`${key}From`, `${key}To`] };
    case 'link':
    case 'links':
      return {
        kind: 'control',
        control:
          field.to === 'department' ? (
            <DepartmentSelect placeholder={t('table.all')} />
          ) : (
            <LinkSelect to={field.to} placeholder={t('table.all')} />
          ),
      };
    case 'secret':
    case 'permissions':
    case 'geometry':
      return undefined;
  }
}

/** Converts URL filters for the list call: flags become booleans. */
export function listFilters({ fields }: Resource, filters: Filters): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [key, fields[key]?.kind === 'flag' ? value === 'true' : value]),
  );
}
