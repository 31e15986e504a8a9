import type { Resource } from '@fleetwarden/contract/resource';
import { consoleRoutes } from '@fleetwarden/contract/routes';
import type { TFunction } from 'i18next';

/** The texts of a resource are the area of its name; scripts/texts asks for each of them. */
const textOf = (t: TFunction, name: string, key: string): string => t(`${name}.${key}` as 'common.close');

/** The name of a field. */
export const fieldText = (t: TFunction, { name }: Pick<Resource, 'name'>, key: string): string => textOf(t, name, key);

/** The name of a group of the form. */
export const tabText = (t: TFunction, { name }: Pick<Resource, 'name'>, tab: string): string =>
  tab === '' ? t('resource.general') : textOf(t, name, `tab_${tab}`);

/** The name of the page that keeps a resource. */
export function pageText(t: TFunction, { page }: Pick<Resource, 'page'>): string {
  const route = consoleRoutes.find(({ path }) => path === page);
  return route ? t(route.title) : page;
}
