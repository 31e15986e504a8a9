import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { TFunction } from 'i18next';

type Named = Pick<Resource, 'name' | 'texts'>;

/** A resource's texts are in the area of its name or of `texts`; scripts/texts checks each of them. */
const getText = (t: TFunction, { name, texts = name }: Named, key: string): string => t(`${texts}.${key}` as 'common.close');

/** The label of a field. */
export const fieldText = (t: TFunction, resource: Named, key: string): string => getText(t, resource, key);

/** The title of the form of a new record. */
export const addTitleText = (t: TFunction, resource: Named): string => getText(t, resource, 'addTitle');

/** The label of a form group. */
export const tabText = (t: TFunction, resource: Named, tab: string): string =>
  tab === '' ? t('resource.general') : getText(t, resource, `tab_${tab}`);

/** The name of a resource's page, or of its records if they have their own. */
export function pageText(t: TFunction, { page, called }: Pick<Resource, 'page' | 'called'>): string {
  if (called) return t(called as 'common.close');
  const route = consoleRoutes.find(({ path }) => path === page);
  return route ? t(route.title) : page;
}
