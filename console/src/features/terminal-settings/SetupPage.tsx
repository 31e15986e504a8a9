import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../api/session.ts';
import { MediaLibrary } from '../../shared/media/MediaLibrary.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Forbidden } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import { CommandPanel } from './CommandPanel.tsx';
import { ParameterPanel } from './parameters/ParameterPanel.tsx';
import { ReceivedPanel } from './results/ReceivedPanel.tsx';
import { SendBody } from './SendBody.tsx';
import { type SetupPageRow, type SetupPath, setupPages } from './setup-pages.ts';
import { useSetup } from './use-setup.ts';
import { useTargets } from './use-targets.ts';

/** A page of the table. The tab is in the URL. */
export function SetupPage({ path }: { path: SetupPath }) {
  const row: SetupPageRow = setupPages[path];
  const mayView = useMay(`${row.code}01` as SetupPageRow['code']);
  return (
    <AntdProvider>
      <Page>{mayView ? <SetupBody row={row} /> : <Forbidden />}</Page>
    </AntdProvider>
  );
}

function SetupBody({ row: { title, sections } }: { row: SetupPageRow }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const targets = useTargets();
  const { chosen } = targets;
  const setup = useSetup(chosen);
  const keys = Object.keys(sections);
  const tab = keys.find((key) => key === query.get('tab')) ?? keys[0]!;
  const section = sections[tab]!;
  const pageTitle = t(title as 'page.gpsLocation');
  const tabs = {
    active: tab,
    items: keys.map((key) => ({ key, label: t(`terminalSetup.tab_${key}` as 'terminalSetup.tab_report') })),
    onChange: (next: string) => setQuery(next === keys[0] ? {} : { tab: next }, { replace: true }),
  };
  return (
    <>
      <PageHeader title={pageTitle} {...(keys.length > 1 ? { tabs } : {})} />
      {section.kind === 'library' ? (
        <MediaLibrary />
      ) : (
        <SendBody targets={targets} setup={setup}>
          {section.kind === 'parameters' ? (
            <ParameterPanel key={tab} groups={section.groups} setup={setup} />
          ) : section.kind === 'received' ? (
            <ReceivedPanel messageId={section.messageId} chosen={chosen} />
          ) : (
            <CommandPanel key={tab} codes={section.codes} send={setup.send} chosen={chosen} />
          )}
        </SendBody>
      )}
      {setup.dialog}
    </>
  );
}
