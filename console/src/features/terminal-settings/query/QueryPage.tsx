import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Forbidden } from '../../../ui/States.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { ResultPanel } from '../results/ResultPanel.tsx';
import styles from '../Setup.module.css';
import { useSetup } from '../use-setup.ts';
import { useTargets } from '../use-targets.ts';
import { VehicleAside } from '../VehicleAside.tsx';
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
  const { candidates, chosen } = useTargets();
  const setup = useSetup(chosen);
  return (
    <>
      <PageHeader title={t('page.queryTerminalParams')} />
      <div className={styles['body']}>
        <VehicleAside candidates={candidates} chosen={chosen} />
        <div className={styles['main']}>
          <QueryPanel setup={setup} />
          <ResultPanel setup={setup} />
        </div>
      </div>
      {setup.dialog}
    </>
  );
}
