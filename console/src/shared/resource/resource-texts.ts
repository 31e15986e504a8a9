import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { TFunction } from 'i18next';

type Named = Pick<Resource, 'name' | 'texts'>;

/** The texts of a resource are the area of its name, unless it names another; scripts/texts asks for each of them. */
const textOf = (t: TFunction, { name, texts = name }: Named, key: string): string => t(`${texts}.${key}` as 'common.close');

/** The name of a field. */
export const fieldText = (t: TFunction, resource: Named, key: string): string => textOf(t, resource, key);

/** The name of a group of the form. */
export const tabText = (t: TFunction, resource: Named, tab: string): string =>
  tab === '' ? t('resource.general') : textOf(t, resource, `tab_${tab}`);

/** The name of the page that keeps a resource, or of its records where they have one of their own. */
export function pageText(t: TFunction, { page, called }: Pick<Resource, 'page' | 'called'>): string {
  if (called) return t(called as 'common.close');
  const route = consoleRoutes.find(({ path }) => path === page);
  return route ? t(route.title) : page;
}
