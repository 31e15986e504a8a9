import { lowerPlatform } from '@fleetwarden/contract/platforms/lower-platform-resource';
import { Segmented } from 'antd';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useEvery } from '../../hooks/use-interval.ts';
import { ResourcePage } from '../../shared/resource/ResourcePage.tsx';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { LinkMark } from './LinkCells.tsx';
import { forwardPage } from './pages.tsx';

const TABS = ['forwards', 'list'] as const;
type Tab = (typeof TABS)[number];

/** Polling interval of subordinate platforms' links, ms. */
const REFRESH_MS = 10_000;

/** The current tab; each has its own filters in the URL. */
function Tabs() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  return (
    <Segmented<Tab>
      value={query.get('tab') === 'list' ? 'list' : 'forwards'}
      options={TABS.map((value) => ({ value, label: t(`lowerPlatform.${value}`) }))}
      onChange={(tab) => setQuery(tab === 'list' ? { tab } : {})}
    />
  );
}

function ForwardBar() {
  const Own = forwardPage.hooks.Toolbar;
  return (
    <>
      <Tabs />
      <Own />
    </>
  );
}

function LowerBar({ refresh }: PageTools) {
  useEvery(REFRESH_MS, refresh);
  return <Tabs />;
}

const FORWARDS: ResourceHooks = { ...forwardPage.hooks, Toolbar: ForwardBar };
const LOWERS: ResourceHooks = {
  description: () => i18next.t('lowerPlatform.hint'),
  Toolbar: LowerBar,
  cells: {
    mainState: ({ mainState, linkReason }) => <LinkMark state={mainState as number} reason={linkReason as string | null} />,
    subState: ({ subState }) => <LinkMark state={subState as number} reason={null} />,
  },
};

/** /platform/distributPlatformManagement: systems that receive copies, and subordinate platforms that connect to ours. */
export function ForwardPage() {
  const [query] = useSearchParams();
  return query.get('tab') === 'list' ? (
    <ResourcePage key="list" resource={lowerPlatform} hooks={LOWERS} />
  ) : (
    <ResourcePage key="forwards" resource={forwardPage.resource} hooks={FORWARDS} />
  );
}
