import { permission } from '@fleetwarden/contract/permissions';
import { type ComponentType, useState } from 'react';
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
/** Opens over a view. */
const PERSONAL = 'personal' as const;
const WITH_PERSONAL = [...VIEWS, PERSONAL] as const;

/** A drawer of settings of the account. */
type Personal = ComponentType<{ open: boolean; onClose: () => void }>;

/**
 * /setup/common/carsetup: vehicles with the state of their parameters, deviations from a template, templates, and settings of the
 * account.
 */
export function CarSetupPage({ Personal }: { Personal: Personal }) {
  const mayView = useMay('7040101');
  return (
    <AntdProvider>
      <Page>{mayView ? <CarSetup Personal={Personal} /> : <Forbidden />}</Page>
    </AntdProvider>
  );
}

function CarSetup({ Personal }: { Personal: Personal }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const setup = useSetup([]);
  const maySetMap = useMay(permission.mapSettings);
  const [isPersonalOpen, setPersonalOpen] = useState(false);
  const view: View = VIEWS.find((each) => each === query.get('tab')) ?? 'cars';
  return (
    <>
      <PageHeader<View | typeof PERSONAL>
        title={t('page.carsetup')}
        tabs={{
          active: view,
          items: (maySetMap ? WITH_PERSONAL : VIEWS).map((key) => ({ key, label: t(`terminalSetup.view_${key}`) })),
          onChange: (next) => {
            if (next === PERSONAL) setPersonalOpen(true);
            // each view has its own filters
            else setQuery(next === 'cars' ? {} : { tab: next });
          },
        }}
      />
      <div className={styles['main']} data-page>
        {view === 'cars' && <VehicleTable setup={setup} />}
        {view === 'deviations' && <DeviationView setup={setup} />}
        {view === 'templates' && <TemplateView />}
        <ResultPanel setup={setup} />
      </div>
      {setup.dialog}
      {isPersonalOpen && <Personal open onClose={() => setPersonalOpen(false)} />}
    </>
  );
}
