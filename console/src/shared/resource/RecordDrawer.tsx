import { errors } from '@fleetwarden/contract/errors';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { NetworkError, Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import type { DrawerSize } from '../../ui/FormDrawer.tsx';
import { DetailDrawer, FormDrawer } from '../../ui/FormDrawer.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { ResourceFields } from './ResourceFields.tsx';
import { ResourceView } from './ResourceView.tsx';
import type { ResourceCallRows } from './resource-call-rows.ts';
import type { ResourceHooks } from './resource-hooks.ts';
import type { ResourceValues } from './resource-record.ts';
import {
  copiedValues,
  editedValues,
  initialValues,
  isEverybodys,
  sentValues,
  titleOf,
  writtenFields,
} from './resource-record.ts';
import { addTitleText, pageText } from './resource-texts.ts';
import type { OpenRecord } from './use-open-record.ts';
import { NEW } from './use-open-record.ts';
import type { ResourceRights } from './use-rights.ts';

/** Drawer widths by the number of fields that fit without much scrolling. */
const WIDTHS: readonly (readonly [fields: number, size: DrawerSize])[] = [
  [8, 480],
  [40, 720],
];
const WIDEST: DrawerSize = 960;
const FAILED_SECONDS = 3;

const findDrawerSize = (resource: Resource): DrawerSize =>
  resource.drawer ?? WIDTHS.find(([most]) => writtenFields(resource).length <= most)?.[1] ?? WIDEST;

/** The drawer of a record: a form for users who may change it, else a view; also the form of a new or copied record. */
export function RecordDrawer(props: {
  resource: Resource;
  rows: ResourceCallRows;
  rights: ResourceRights;
  hooks: ResourceHooks;
  shown: OpenRecord;
  /** Initial values of a new record, besides the defaults. */
  begin?: ResourceValues;
  onClose: () => void;
  /** A record was saved. */
  onSaved: () => void;
}) {
  const { resource, rows, rights, hooks, shown, begin = {}, onClose, onSaved } = props;
  const { t } = useTranslation();
  const [confirm, holder] = useConfirm();
  const [readings, setReadings] = useState(0);
  const isNew = shown.id === NEW;
  const source = isNew ? shown.from : shown.id;
  const { data, error, refetch } = useQuery({
    queryKey: ['record', resource.name, source],
    queryFn: ({ signal }) => call(rows.get, { id: source! }, { signal, quiet: true }),
    enabled: source !== null,
    // a form starts with the stored values
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const record = data ?? null;

  const title = isNew ? addTitleText(t, resource) : record ? titleOf(resource, record) : pageText(t, resource);
  const loading = source !== null && !record;
  const waiting = !loading ? null : error ? (
    <State
      live="alert"
      title={t('resource.loadFailed')}
      hint={error.message}
      action={{ label: t('common.retry'), onClick: () => void refetch() }}
    />
  ) : (
    <SkeletonRows label={t('resource.loading')} />
  );
  const common = { open: true, title, size: findDrawerSize(resource), onClose };

  const mayWrite = isNew ? rights.add : rights.edit && !(record && isEverybodys(resource, record));
  if (!mayWrite)
    return (
      <DetailDrawer {...common}>
        {waiting ?? (record && <ResourceView resource={resource} record={record} hooks={hooks} />)}
      </DetailDrawer>
    );

  async function save(filled: ResourceValues) {
    const values = sentValues(resource, filled, !isNew);
    try {
      if (isNew) {
        const added = await call(rows.add, { values }, { quiet: true });
        hooks.added?.(added, values);
      } else await call(rows.edit, { id: shown.id, version: record!.version, values }, { quiet: true });
    } catch (failure) {
      await sayFailure(failure);
      throw failure;
    }
    notify('success', t('resource.saved'));
    onSaved();
  }

  async function sayFailure(failure: unknown) {
    if (failure instanceof Refusal && failure.code === errors.staleVersion.code) {
      const question = { title: t('resource.stale'), content: t('resource.staleHint'), okText: t('resource.reload') };
      if (!(await confirm(question))) return;
      await refetch();
      setReadings(readings + 1);
    } else if (failure instanceof Refusal || failure instanceof NetworkError) notify('error', failure.message, FAILED_SECONDS);
  }

  const begins = !record
    ? { ...initialValues(resource), ...begin }
    : isNew
      ? copiedValues(resource, record)
      : editedValues(resource, record);
  return (
    <>
      {/* reloading resets the form */}
      <FormDrawer<Record<string, unknown>>
        key={readings}
        {...common}
        initialValues={begins}
        {...(waiting ? { waiting } : {})}
        onSubmit={save}
      >
        <ResourceFields resource={resource} record={record} edit={!isNew} hooks={hooks} />
      </FormDrawer>
      {holder}
    </>
  );
}
