import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useSession } from '../../api/session.ts';
import { ResourcePage } from './ResourcePage.tsx';
import type { ResourcePageRow } from './resource-hooks.ts';

/** `label` returns the tab's name. A tab is offered with its permission only. */
export type ResourceTab = ResourcePageRow & {
  readonly key: string;
  readonly label: () => string;
  readonly permission?: string;
};

/** A page with a tab for each of several resources. The URL has the tab, except the first, and the filters of this tab only. */
export function TabbedResourcePage({ tabs }: { tabs: readonly [ResourceTab, ...ResourceTab[]] }) {
  // the names change with the language
  useTranslation();
  const [query, setQuery] = useSearchParams();
  const rights = useSession((session) => session.rights);
  const offered = tabs.filter(({ permission }) => permission === undefined || rights?.includes(permission));
  const [first] = tabs;
  const { key: active, ...page } = tabs.find(({ key }) => key === query.get('tab')) ?? first;
  const bar = {
    active,
    items: offered.map(({ key, label }) => ({ key, label: label() })),
    onChange: (key: string) => setQuery(key === first.key ? {} : { tab: key }),
  };
  return <ResourcePage key={active} {...page} {...(offered.length > 1 ? { tabs: bar } : {})} />;
}
