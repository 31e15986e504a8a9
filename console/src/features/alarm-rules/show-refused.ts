import type { FormInstance } from 'antd';
import type { TFunction } from 'i18next';
import type { Refusal } from '../../api/client.ts';
import { placedText } from './params/param-words.ts';
import type { Filled } from './scheme-values.ts';
import type { SchemeTab } from './use-scheme-url.ts';

const PARAMS = 'params';
const TARGETS: readonly unknown[] = ['addCars', 'addDepts', 'removeCars', 'removeDepts', 'cars', 'depts'];

/** The tab of a field. */
export const tabOf = ([first]: readonly (string | number)[]): SchemeTab =>
  first === PARAMS ? 'params' : TARGETS.includes(first) ? 'targets' : 'base';

/**
 * Puts each refused field's reason under its control, with where in it that is. `targets`: what is said of those; `rest`: what
 * belongs to no control; `tab`: where the first of them is.
 */
export function showRefused(t: TFunction, form: FormInstance<Filled>, { fields }: Refusal) {
  const known = new Set(Object.keys(form.getFieldsValue(true) as object));
  const told = fields.map(({ path, message }) => {
    const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const depth = parts[0] === PARAMS ? 2 : 1;
    return { name: parts.slice(0, depth), reason: placedText(t, parts.slice(depth), message) };
  });
  const targets = told.find(({ name }) => tabOf(name) === 'targets')?.reason ?? null;
  const mine = told.filter(({ name }) => tabOf(name) !== 'targets' && known.has(String(name[0])));
  form.setFields(mine.map(({ name, reason }) => ({ name: name as never, errors: [reason] })));
  const shown = told.find((each) => mine.includes(each) || tabOf(each.name) === 'targets');
  return {
    targets,
    tab: shown ? tabOf(shown.name) : null,
    rest: told.filter((each) => !mine.includes(each) && tabOf(each.name) !== 'targets').map(({ reason }) => reason),
  };
}
