import { permission } from '@fleetwarden/contract/permissions';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { TabBar } from '../../ui/TabBar.tsx';
import { CheckList, LinkLog, MessageList, TaskList } from './LinkLists.tsx';
import { MessageLog } from './MessageLog.tsx';
import type { RecordDrawerProps } from './record-drawer.tsx';
import { Traffic } from './Traffic.tsx';
import { UploadCars } from './UploadCars.tsx';

const SIZE = 960;

const PANELS = {
  traffic: { text: 'regulators.traffic', Panel: Traffic },
  messages: { text: 'regulators.messageLog', Panel: MessageLog },
  log: { text: 'regulators.linkLog', Panel: LinkLog },
  checks: { text: 'regulators.checkHistory', Panel: CheckList },
  tasks: { text: 'regulators.supervisionHistory', Panel: TaskList },
  texts: { text: 'regulators.message', Panel: MessageList },
  cars: { text: 'regulators.cars', Panel: UploadCars },
} as const;
type Tab = keyof typeof PANELS;

/** Traffic, requests and upload state of a platform's links (screen catalogue 7.11). */
export function LinkDrawer({ record, onClose }: RecordDrawerProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<Tab>('traffic');
  const mayRead = useMay(permission.messageLog);
  const tabs = (Object.keys(PANELS) as Tab[]).filter((key) => key !== 'messages' || mayRead);
  const { Panel } = PANELS[tab];
  return (
    <DetailDrawer
      open
      title={t('regulators.linkTitle', { name: String(record['platName'] ?? '') })}
      size={SIZE}
      onClose={onClose}
    >
      <TabBar
        label={t('regulators.watchLink')}
        active={tab}
        items={tabs.map((key) => ({ key, label: t(PANELS[key].text) }))}
        onChange={setTab}
      />
      <Panel id={record.id} />
    </DetailDrawer>
  );
}
