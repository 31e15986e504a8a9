import { platformsCalls } from '@fleetwarden/contract/platforms/routes';
import { superiorLink } from '@fleetwarden/contract/platforms/superior-link-resource';
import i18next from 'i18next';
import { useSession } from '../../api/session.ts';
import { useEvery } from '../../hooks/use-interval.ts';
import { useCommonMessage } from '../../shared/live-context.ts';
import type { PageTools, ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import { LinkGaps, LinkMark, Probe } from './LinkCells.tsx';
import { LinkDrawer } from './LinkDrawer.tsx';
import { linkAction } from './link-action.ts';
import { recordDrawer } from './record-drawer.tsx';
import { testAction } from './test-superior.ts';

/** Screen catalogue 7.11: polling interval of figures. */
const REFRESH_MS = 10_000;

const drawer = recordDrawer(LinkDrawer);

/** Reloads the list at an interval, and at once when a link changes its state. */
function Refresh({ refresh }: PageTools) {
  useEvery(REFRESH_MS, refresh);
  useCommonMessage('platLink', refresh);
  return <drawer.Host />;
}

/** /platform/supPlatformMonitoring: links to superior platforms, missing settings, and address tests. */
export const linkPage: ResourcePageRow = {
  resource: superiorLink,
  hooks: {
    description: () => i18next.t('superiorLink.hint'),
    Toolbar: Refresh,
    cells: {
      gaps: ({ gaps }) => <LinkGaps gaps={gaps as readonly number[]} />,
      mainState: ({ mainState, mainReason }) => <LinkMark state={mainState as number} reason={mainReason as string | null} />,
      subState: ({ subState, subReason }) => <LinkMark state={subState as number} reason={subReason as string | null} />,
      probeResult: ({ probeResult, probeMs }) => <Probe result={probeResult as number | null} ms={probeMs as number | null} />,
    },
    rowActions: (record, tools) => {
      const may = (code: string) => useSession.getState().rights?.includes(code) ?? false;
      return [
        drawer.action(record, tools, { key: 'watch', label: i18next.t('regulators.watchLink') }),
        ...(may('61007') ? [linkAction(platformsCalls.switchLink, record, tools)] : []),
        ...(may('60810') ? [testAction(record, tools)] : []),
      ];
    },
  },
};
