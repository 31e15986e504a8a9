import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import type { Refusal } from '../../api/client.ts';
import { placedText } from './params/param-words.ts';
import type { SchemeValues } from './scheme-values.ts';
import type { SchemeTab } from './use-scheme-url.ts';

const PARAMS = 'params';
const TARGETS: readonly unknown[] = ['addCars', 'addDepts', 'removeCars', 'removeDepts', 'cars', 'depts'];

/** The tab of a field. */
export const findTab = ([first]: readonly (string | number)[]): SchemeTab =>
  first === PARAMS ? 'params' : TARGETS.includes(first) ? 'targets' : 'base';

/**
 * Shows the reason of each refused field under its control. `targets`: reason for the targets; `rest`: reasons without a
 * control; `tab`: tab of the first refused field.
 */
export function showRefused(t: TFunction, form: FormInstance<SchemeValues>, { fields }: Refusal) {
  const known = new Set(Object.keys(form.getFieldsValue(true) as object));
  const reasons = fields.map(({ path, message }) => {
    const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const depth = parts[0] === PARAMS ? 2 : 1;
    return { name: parts.slice(0, depth), reason: placedText(t, parts.slice(depth), message) };
  });
  const targets = reasons.find(({ name }) => findTab(name) === 'targets')?.reason ?? null;
  const mine = reasons.filter(({ name }) => findTab(name) !== 'targets' && known.has(String(name[0])));
  form.setFields(mine.map(({ name, reason }) => ({ name: name as never, errors: [reason] })));
  const shown = reasons.find((each) => mine.includes(each) || findTab(each.name) === 'targets');
  return {
    targets,
    tab: shown ? findTab(shown.name) : null,
    rest: reasons.filter((each) => !mine.includes(each) && findTab(each.name) !== 'targets').map(({ reason }) => reason),
  };
}
