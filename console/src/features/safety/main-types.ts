import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnumeration } from '../../shared/enumeration.ts';
import { usePreferences } from '../../ui/preferences.ts';
import { vehicleColours } from '../../ui/theme/theme.ts';

type MainType = { readonly value: number; readonly label: string; readonly colour: string };

/** Colours of charts: the brand colour, then colours that mean no status. */
export function useChartColours(): readonly string[] {
  const mode = usePreferences((state) => state.mode);
  return useMemo(() => ['var(--brand)', ...vehicleColours[mode]], [mode]);
}

/** The main types of active safety, each with its name and the same colour in all charts. */
export function useMainTypes(): (value: number) => MainType {
  const { t } = useTranslation();
  const names = useEnumeration('MAIN_TYPE');
  const colours = useChartColours();
  return useMemo(() => {
    const all = new Map(names.map(({ value, label }, at) => [Number(value), { label, colour: colours[at % colours.length]! }]));
    return (value) => ({ value, ...(all.get(value) ?? { label: t('safety.otherTypes'), colour: colours.at(-1)! }) });
  }, [names, colours, t]);
}
