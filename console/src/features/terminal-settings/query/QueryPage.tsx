import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Forbidden } from '../../../ui/States.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { SendBody } from '../SendBody.tsx';
import { useSetup } from '../use-setup.ts';
import { useTargets } from '../use-targets.ts';
import { QueryPanel } from './QueryPanel.tsx';

/** /setup/terminal/queryTerminalParams: every parameter of a terminal, also those without a known meaning. */
export function QueryPage() {
  const mayView = useMay('7011701');
  return (
    <AntdProvider>
      <Page>{mayView ? <Query /> : <Forbidden />}</Page>
    </AntdProvider>
  );
}

function Query() {
  const { t } = useTranslation();
  const targets = useTargets();
  const setup = useSetup(targets.chosen);
  return (
    <>
      <PageHeader title={t('page.queryTerminalParams')} />
      <SendBody targets={targets} setup={setup}>
        <QueryPanel setup={setup} />
      </SendBody>
      {setup.dialog}
    </>
  );
}
