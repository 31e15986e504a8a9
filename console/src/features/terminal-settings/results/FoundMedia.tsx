import { Button, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumerationName } from '../../../shared/enumeration.ts';
import type { PickedVehicle } from '../../../shared/vehicle-candidates.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import type { SendCommand } from '../use-setup.ts';

/** An item in the storage of a terminal (0x0802). */
export type MediaItem = {
  readonly mediaId?: number;
  readonly kind: number;
  readonly channel: number;
  readonly event: number;
  readonly location?: { readonly deviceAt?: number };
};

/** Uploads one stored item (0x8805) and keeps it in the terminal. */
const UPLOAD = '8805';

/** What a search of a terminal's storage found; each item can be uploaded. */
export function FoundMedia(props: { items: readonly MediaItem[]; vehicle: PickedVehicle | undefined; send: SendCommand }) {
  const { items, vehicle, send } = props;
  const { t, i18n } = useTranslation();
  return (
    <Table<MediaItem>
      size="small"
      dataSource={items}
      rowKey={(item) => JSON.stringify(item)}
      pagination={false}
      scroll={{ x: 560 }}
      locale={{ emptyText: t('terminalSetup.noneFound') }}
      columns={[
        { key: 'id', dataIndex: 'mediaId', title: t('commandResult.mediaId'), width: 110 },
        {
          key: 'kind',
          title: t('commandResult.kind'),
          width: 90,
          render: (_, { kind }) => enumerationName(i18n, 'STORED_MEDIA', kind),
        },
        { key: 'channel', dataIndex: 'channel', title: t('commandResult.channel'), width: 70, align: 'right' },
        {
          key: 'event',
          title: t('commandResult.event'),
          width: 130,
          render: (_, { event }) => enumerationName(i18n, 'MEDIA_EVENT', event),
        },
        {
          key: 'at',
          title: t('commandResult.at'),
          width: 130,
          render: (_, { location }) => <TimeCell at={location?.deviceAt ?? null} />,
        },
        {
          key: 'actions',
          width: 80,
          render: (_, { mediaId }) =>
            mediaId !== undefined &&
            vehicle && (
              <Button
                type="link"
                size="small"
                onClick={() => void send({ cmdCode: UPLOAD, params: { mediaId, remove: 0 }, queueOffline: false }, [vehicle])}
              >
                {t('terminalSetup.upload')}
              </Button>
            ),
        },
      ]}
    />
  );
}
