import { ENUMERATIONS, type EnumerationType, enumerationRow } from '@fleetwarden/domain/enumerations';
import type { i18n as I18n } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** An enumeration value with its label, as an option of antd's selects. */
export type EnumerationOption = { readonly value: number | string; readonly label: string };

/** Keys come from a table: scripts/texts finds each in every language. */
const nameOf = ({ t }: I18n, key: string | null, value: number | string) =>
  key === null ? String(value) : t(key as 'common.close');

/**
 * The label of an enumeration value; the value itself if it has none. Plate colours have full names here; map labels use
 * plateDisplay.
 */
export function enumerationName(i18n: I18n, type: EnumerationType, value: number | string): string {
  return nameOf(i18n, enumerationRow(type, value)?.key ?? null, value);
}

/** The values that forms offer, in order, with labels in the current language. Makes no call. */
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
