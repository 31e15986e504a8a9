import { ENUMERATIONS, type EnumerationType, enumerationRow } from '@fleetwarden/domain/enumerations';
import type { i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** A value of an enumeration with its name in a language, as antd's selects take it. */
export type EnumerationOption = { readonly value: number | string; readonly label: string };

/** Keys come from a table: scripts/texts finds each in every language. */
const nameOf = ({ t }: I18n, key: string | null, value: number | string) =>
  key === null ? String(value) : t(key as 'common.close');

/**
 * The name of a value in the current language; the value itself where the enumeration has none. A plate colour has its full name
 * here, as forms and tables show it; labels of the map go by plateDisplay.
 */
export function enumerationName(i18n: I18n, type: EnumerationType, value: number | string): string {
  return nameOf(i18n, enumerationRow(type, value)?.key ?? null, value);
}

/** The values of an enumeration that forms offer, in their order, named in the current language. No call is made. */
export function useEnumeration(type: EnumerationType): readonly EnumerationOption[] {
  const { i18n } = useTranslation();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names change with the language alone
  return useMemo(
    () =>
      ENUMERATIONS[type].filter(({ enabled }) => enabled).map(({ key, value }) => ({ value, label: nameOf(i18n, key, value) })),
    [type, language],
  );
}
