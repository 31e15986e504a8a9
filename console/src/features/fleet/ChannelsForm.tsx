import { fleetCalls } from '@fleetwarden/contract/fleet/routes';
import type { VehicleChannel } from '@fleetwarden/contract/fleet/schemas';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { enumerationName, useEnumeration } from '../../shared/enumeration.ts';
import { may } from '../../shared/resource/record-dialog.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { DetailDrawer, FormDrawer } from '../../ui/FormDrawer.tsx';
import { SkeletonRows, State } from '../../ui/States.tsx';
import styles from './ChannelsForm.module.css';

const EDIT = '60103';
/** The server's limits. */
const [MAX_CHANNEL, MAX_CHANNELS, MAX_NAME] = [127, 64, 20];

type Filled = { readonly list: readonly VehicleChannel[] };

/** The video channels of a vehicle (JT/T 1076): a form for users who may edit it, else a table. */
export function ChannelsForm(props: { record: ResourceRecord; onSaved: () => void; onClose: () => void }) {
  const { record, onSaved, onClose } = props;
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: ['vehicleChannels', record.id],
    queryFn: ({ signal }) => call(fleetCalls.listChannel, { id: record.id }, { signal, quiet: true }),
    // a form starts with the stored values
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const waiting = isError ? (
    <State live="alert" title={t('resource.loadFailed')} action={{ label: t('common.retry'), onClick: () => void refetch() }} />
  ) : data ? undefined : (
    <SkeletonRows label={t('resource.loading')} />
  );
  const title = t('vehicle.channelsTitle', { name: String(record['carNo']) });

  async function save({ list = [] }: Partial<Filled>) {
    const { id } = record;
    await call(fleetCalls.saveChannel, { id, version: data!.version, list: list.map(asSent) });
    notify('success', t('resource.saved'));
    onSaved();
  }

  if (!may(EDIT))
    return (
      <DetailDrawer open size={720} title={title} onClose={onClose}>
        {waiting ?? <ChannelTable list={data!.list} />}
      </DetailDrawer>
    );
  return (
    <FormDrawer<Filled>
      open
      size={960}
      title={title}
      initialValues={{ list: data?.list ?? [] }}
      {...(waiting ? { waiting } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.List name="list">
        {(fields, { add, remove }) => (
          <>
            {fields.length === 0 && <State title={t('vehicle.noChannel')} />}
            {fields.map(({ key, name }) => (
              <ChannelRow key={key} at={name} onRemove={() => remove(name)} />
            ))}
            <Form.Item<Filled> noStyle dependencies={['list']}>
              {({ getFieldValue }) => (
                <Button disabled={fields.length >= MAX_CHANNELS} onClick={() => add(next(getFieldValue('list')))}>
                  {t('vehicle.addChannel')}
                </Button>
              )}
            </Form.Item>
          </>
        )}
      </Form.List>
    </FormDrawer>
  );
}

const asSent = ({ logical, physical, name, kind, icon, yuntai }: VehicleChannel): VehicleChannel => ({
  logical,
  physical,
  name,
  kind,
  icon,
  yuntai: yuntai === true,
});

/** A channel numbered after the highest. */
function next(list: readonly (Partial<VehicleChannel> | undefined)[] | undefined): Partial<VehicleChannel> {
  const after = (key: 'logical' | 'physical') =>
    Math.min(MAX_CHANNEL, Math.max(0, ...(list ?? []).map((each) => Number(each?.[key] ?? 0))) + 1);
  return { logical: after('logical'), physical: after('physical'), kind: 0, icon: 1, yuntai: false };
}

function ChannelRow({ at, onRemove }: { at: number; onRemove: () => void }) {
  const { t } = useTranslation();
  const [kinds, icons] = [useEnumeration('CHANNEL_KIND'), useEnumeration('ICON')];
  const required = { required: true, message: t('field.required') };
  const number = [
    required,
    { type: 'integer' as const, min: 1, max: MAX_CHANNEL, message: t('rule.integer', { min: 1, max: MAX_CHANNEL }) },
  ];
  return (
    <fieldset className={styles['channel']} aria-label={`${t('vehicle.channels')} ${at + 1}`}>
      <Form.Item name={[at, 'logical']} label={t('vehicle.channelLogical')} rules={number}>
        <InputNumber inputMode="numeric" />
      </Form.Item>
      <Form.Item name={[at, 'physical']} label={t('vehicle.channelPhysical')} rules={number}>
        <InputNumber inputMode="numeric" />
      </Form.Item>
      <Form.Item name={[at, 'name']} label={t('vehicle.channelName')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={MAX_NAME} autoComplete="off" />
      </Form.Item>
      <Form.Item name={[at, 'kind']} label={t('vehicle.channelKind')} rules={[required]}>
        <Select options={[...kinds]} />
      </Form.Item>
      <Form.Item name={[at, 'icon']} label={t('vehicle.channelIcon')} rules={[required]}>
        <Select options={[...icons]} />
      </Form.Item>
      <Form.Item name={[at, 'yuntai']} label={t('vehicle.channelYuntai')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Button danger type="text" onClick={onRemove}>
        {t('vehicle.removeChannel')}
      </Button>
    </fieldset>
  );
}

function ChannelTable({ list }: { list: readonly VehicleChannel[] }) {
  const { t, i18n } = useTranslation();
  if (list.length === 0) return <State title={t('vehicle.noChannel')} />;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('vehicle.channelLogical')}</th>
          <th scope="col">{t('vehicle.channelPhysical')}</th>
          <th scope="col">{t('vehicle.channelName')}</th>
          <th scope="col">{t('vehicle.channelKind')}</th>
          <th scope="col">{t('vehicle.channelIcon')}</th>
          <th scope="col">{t('vehicle.channelYuntai')}</th>
        </tr>
      </thead>
      <tbody>
        {list.map(({ logical, physical, name, kind, icon, yuntai }) => (
          <tr key={logical}>
            <td>{logical}</td>
            <td>{physical}</td>
            <td>{name}</td>
            <td>{enumerationName(i18n, 'CHANNEL_KIND', kind)}</td>
            <td>{enumerationName(i18n, 'ICON', icon)}</td>
            <td>{t(yuntai ? 'resource.yes' : 'resource.no')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
