import type { CallReply } from '@fleetwarden/contract/call';
import type { messagesCalls as table } from '@fleetwarden/contract/messages/routes';
import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../../api/call-paged.ts';
import { enumerationName } from '../../../shared/enumeration.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';

type Message = CallReply<typeof table.listMessage>['list'][number];

/** Texts of the last days with their state: those to a vehicle, or to all of the scope. */
export function SentMessages({ targId }: { targId: string | undefined }) {
  const { t, i18n } = useTranslation();
  return (
    <PagedList<Message>
      question={['sentMessages', targId]}
      load={(options) => callPaged(messagesCalls.listMessage, targId === undefined ? {} : { targId }, options)}
      rowKey="seqId"
      scroll={{ x: 560 }}
      empty={t('vehicleWindow.noMessages')}
      columns={[
        { key: 'at', title: t('drawer.sentAt'), width: 130, render: (_, { createdAt }) => <TimeCell at={createdAt} /> },
        {
          key: 'carNo',
          title: t('regions.plate'),
          width: 110,
          render: (_, { carNo, color }) => <PlateTag plate={carNo} colour={color} />,
        },
        { key: 'message', dataIndex: 'message', title: t('vehicleWindow.message'), width: 160 },
        {
          key: 'state',
          title: t('drawer.state'),
          width: 90,
          render: (_, { state }) => state !== null && enumerationName(i18n, 'CMD_STATE', state),
        },
        { key: 'user', dataIndex: 'username', title: t('drawer.user'), width: 90 },
      ]}
    />
  );
}
