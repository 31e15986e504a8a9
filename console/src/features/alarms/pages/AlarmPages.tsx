import { useTranslation } from 'react-i18next';
import { oneOf, useUrlState } from '../../../hooks/use-url-state.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { AlarmList } from './AlarmList.tsx';
import type { AlarmFamily, AlarmView } from './alarm-load.ts';

const VIEWS = ['open', 'history'] as const;
const URL = { tab: oneOf<AlarmView>(VIEWS, 'open') };

/** Tabs for open alarms and history. */
function AlarmPage({ title, family }: { title: string; family: AlarmFamily }) {
  const { t } = useTranslation();
  const [{ tab }, change] = useUrlState(URL);
  return (
    <AntdProvider>
      <Page>
        <PageHeader<AlarmView>
          title={title}
          tabs={{
            active: tab,
            items: [
              { key: 'open', label: t('alarmHistory.state0') },
              { key: 'history', label: t('alarmHistory.title') },
            ],
            onChange: (next) => change({ tab: next }, false),
          }}
        />
        <AlarmList key={tab} label={title} family={family} view={tab} />
      </Page>
    </AntdProvider>
  );
}

/** /QuickBar/danger: ordinary alarms; the one in the URL is open. */
export function DangerPage() {
  const { t } = useTranslation();
  return <AlarmPage title={t('page.danger')} family="ordinary" />;
}

/** /activesafety/safetyalarm/safetyalarm: active-safety alarms. */
export function SafetyAlarmPage() {
  const { t } = useTranslation();
  return <AlarmPage title={t('page.safetyalarm')} family="safety" />;
}

/** /adasAlarm/adasAlarmDeal: the queue of active-safety alarms, most urgent first. Handling one claims it. */
export function AlarmQueuePage() {
  const { t } = useTranslation();
  return (
    <AntdProvider>
      <Page>
        <PageHeader title={t('page.adasAlarmDeal')} />
        <AlarmList label={t('page.adasAlarmDeal')} family="safety" view="open" claims />
      </Page>
    </AntdProvider>
  );
}
