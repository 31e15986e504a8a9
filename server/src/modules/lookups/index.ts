import type { CallReply } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import type { lookupsCalls } from '@fleetwarden/contract/lookups/routes';
import { ENUMERATIONS, isEnumerationType } from '@fleetwarden/domain/enumerations';
import { getText } from '@fleetwarden/locale/languages';
import type { Language } from '@fleetwarden/locale/names';
import type { Handlers } from '../../platform/http/handlers.ts';
import { createDivisions, type Division } from './divisions.ts';
import { outlineOf } from './outlines.ts';

export { loadCities } from './cities.ts';

type Enumeration = CallReply<typeof lookupsCalls.getEnumByType>;

/** The rows of an enumeration, named in every language. Throws CallError notFound for a type that is none. */
function enumerationOf({ type }: { readonly type: string }): Enumeration {
  if (!isEnumerationType(type)) throw new CallError('notFound', `enumeration ${type}`);
  return {
    list: ENUMERATIONS[type].map(({ key, value, sort, enabled }) => {
      const label = (language: Language) => (key === null ? String(value) : getText(language, key));
      return { value, label: label('zh'), labelEn: label('en'), labelEs: label('es'), labelJa: label('ja'), sort, enabled };
    }),
  };
}

/** Divisions as they are sent. Throws CallError notFound where there are none by that code. */
function listOf(divisions: readonly Division[] | undefined, areaId: string) {
  if (!divisions) throw new CallError('notFound', `division ${areaId}`);
  return { list: divisions.map(({ code, name }) => ({ areaId: code, areaName: name })) };
}

/** The rings round a division by its code of six digits, WGS-84 degrees; null where the boundaries know none. */
export type OutlineOf = (code: string) => ReturnType<typeof outlineOf>;

/** Lists that every page may ask for: enumerations and divisions. */
export function createCommon(): { readonly handlers: Handlers<typeof lookupsCalls>; readonly outlineOf: OutlineOf } {
  const divisions = createDivisions();
  return {
    outlineOf: async (code) => outlineOf(code, await divisions()),
    handlers: {
      getEnumListByType: enumerationOf,
      getEnumByType: enumerationOf,
      getProvince: async () => listOf((await divisions()).provinces, ''),
      getCity: async ({ areaId }) => listOf((await divisions()).cities(areaId), areaId),
      getArea: async ({ areaId }) => listOf((await divisions()).counties(areaId), areaId),
    },
  };
}
