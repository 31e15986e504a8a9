import type { LanguageTexts } from '@fleetwarden/locale/languages';
import { findUnitText, type UnitSystem } from '@fleetwarden/locale/units';
import i18next from 'i18next';

/** The event of i18next that draws texts and figures again. */
export const UNITS_CHANGED = 'unitsChanged';

let system: UnitSystem = 'metric';

/** The units of the user's texts and figures. */
export const unitSystem = (): UnitSystem => system;

/** Sets the units and draws again what names or shows them. */
export function setUnitSystem(next: UnitSystem): void {
  if (next === system) return;
  system = next;
  i18next.emit(UNITS_CHANGED);
}

/** The user's unit by its variable in texts ('speedUnit': km/h); '' for other variables. */
export function unitText(variable: string): string {
  const texts = i18next.getResourceBundle(i18next.language, 'translation') as Pick<LanguageTexts, 'unit'> | undefined;
  return (texts && findUnitText(texts.unit, system, variable)) ?? '';
}
