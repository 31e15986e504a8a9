import { lowerPlatform } from '@fleetwarden/contract/platforms/lower-platform-resource';
import i18next from 'i18next';
import { useEvery } from '../../hooks/use-interval.ts';
import type { PageTools, ResourceHooks } from '../../shared/resource/resource-hooks.ts';
import { TabbedResourcePage } from '../../shared/resource/TabbedResourcePage.tsx';
import { LinkMark } from './LinkCells.tsx';
import { forwardPage } from './pages.tsx';

/** Polling interval of subordinate platforms' links, ms. */
const REFRESH_MS = 10_000;

function LinkWatch({ refresh }: PageTools) {
  useEvery(REFRESH_MS, refresh);
  return null;
}

const LOWERS: ResourceHooks = {
  description: () => i18next.t('lowerPlatform.hint'),
  Toolbar: LinkWatch,
  cells: {
    mainState: ({ mainState, linkReason }) => <LinkMark state={mainState as number} reason={linkReason as string | null} />,
    subState: ({ subState }) => <LinkMark state={subState as number} reason={null} />,
  },
};

/** /platform/distributPlatformManagement: systems that receive copies, and subordinate platforms that connect to ours. */
export function ForwardPage() {
  return (
    <TabbedResourcePage
      tabs={[
        { key: 'forwards', label: () => i18next.t('lowerPlatform.forwards'), ...forwardPage },
        { key: 'list', label: () => i18next.t('lowerPlatform.list'), resource: lowerPlatform, hooks: LOWERS },
      ]}
    />
  );
}
