import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Forbidden } from '../../../ui/States.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { ResultPanel } from '../results/ResultPanel.tsx';
import styles from '../Setup.module.css';
import { useSetup } from '../use-setup.ts';
import { DeviationView } from './DeviationView.tsx';
import { TemplateView } from './TemplateView.tsx';
import { VehicleTable } from './VehicleTable.tsx';

const VIEWS = ['cars', 'deviations', 'templates'] as const;
type View = (typeof VIEWS)[number];

/** /setup/common/carsetup: vehicles with the state of their parameters, deviations from a template, and templates. */
export function CarSetupPage() {
  const mayView = useMay('7040101');
  return (
    <AntdProvider>
      <Page>{mayView ? <CarSetup /> : <Forbidden />}</Page>
    </AntdProvider>
  );
}

function CarSetup() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const setup = useSetup([]);
  const view: View = VIEWS.find((each) => each === query.get('tab')) ?? 'cars';
  return (
    <>
      <PageHeader<View>
        title={t('page.carsetup')}
        tabs={{
          active: view,
          items: VIEWS.map((key) => ({ key, label: t(`terminalSetup.view_${key}`) })),
          // each view has its own filters
          onChange: (next) => setQuery(next === 'cars' ? {} : { tab: next }),
        }}
      />
      <div className={styles['main']} data-page>
        {view === 'cars' && <VehicleTable setup={setup} />}
        {view === 'deviations' && <DeviationView setup={setup} />}
        {view === 'templates' && <TemplateView />}
        <ResultPanel setup={setup} />
      </div>
      {setup.dialog}
    </>
  );
}
