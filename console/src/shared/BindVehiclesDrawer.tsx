import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify } from '../api/feedback.ts';
import { FormDrawer } from '../ui/FormDrawer.tsx';
import { SkeletonRows, State } from '../ui/States.tsx';
import type { BindingCalls } from './bound-vehicles.ts';
import { bindCars, boundCars } from './bound-vehicles.ts';
import type { ResourceRecord } from './resource/resource-record.ts';
import { VehiclePicker } from './VehiclePicker.tsx';
import type { PickedVehicle } from './vehicle-candidates.ts';

type Values = { readonly cars: readonly PickedVehicle[] };

/** Edits the vehicles of a record. `titleField`: the field that names it. Open while rendered. */
export function BindCarsDrawer(props: {
  record: ResourceRecord;
  calls: BindingCalls;
  titleField: string;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { record, calls, titleField, onSaved, onClose } = props;
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ['bound cars', calls.list.path, record.id],
    queryFn: ({ signal }) => boundCars(calls, record.id, signal),
    // starts with the current vehicles and keeps them during editing
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

  async function save({ cars }: Values) {
    const done = await bindCars(calls, record.id, data ?? [], cars);
    if (done.added + done.removed > 0) notify('success', t('vehiclePicker.saved', done));
    onSaved();
  }

  const waiting = isError ? (
    <State
      title={t('vehiclePicker.failed')}
      action={{ label: t('vehiclePicker.retry'), onClick: () => void refetch() }}
      live="alert"
    />
  ) : data ? undefined : (
    <SkeletonRows label={t('vehiclePicker.associatedList')} />
  );
  return (
    <FormDrawer<Values>
      open
      size={960}
      title={t('vehiclePicker.title', { name: String(record[titleField] ?? '') })}
      initialValues={{ cars: data ?? [] }}
      {...(waiting ? { waiting } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<Values> name="cars" noStyle>
        <VehiclePicker />
      </Form.Item>
    </FormDrawer>
  );
}
