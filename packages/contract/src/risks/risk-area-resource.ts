import { rules } from '@fleetwarden/domain/form-rules';
import {
  choice,
  defineResource,
  department,
  geometry,
  inOrder,
  instant,
  integer,
  neededWhen,
  text,
} from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** RISK_GROUND. */
const DRAWN = 1;
export const DIVISION = 2;

type Values = Readonly<Record<string, unknown>>;
const isOf =
  (ground: number) =>
  (values: Values): boolean =>
    values['ground'] === ground;

/** An area has either a drawing or a division. */
const APPLIES: Readonly<Record<string, (values: Values) => boolean>> = { geo: isOf(DRAWN), adminCode: isOf(DIVISION) };

/** Whether a field of a risk area with these values means anything. */
export const appliesToRisk = (key: string, values: Values): boolean => APPLIES[key]?.(values) ?? true;

/** A risk area without what means nothing of it. */
export const meantRisk = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, appliesToRisk(key, values) ? value : null]));

/**
 * Risk areas (screen catalogue 10): the platform records vehicles that enter them. An area concerns the vehicles of its
 * department and of those below it.
 */
export const riskArea = defineResource({
  name: 'riskArea',
  ...resourceRoutes.riskArea,
  table: 'risk_area',
  called: 'page.riskAreas',
  code: '1501',
  changeCode: '150110',
  can: ['add', 'edit', 'remove'],
  title: 'areaName',
  order: { by: 'createdAt', direction: 'desc' },
  rules: [inOrder('validFrom', 'validTo'), neededWhen('geo', isOf(DRAWN)), neededWhen('adminCode', isOf(DIVISION))],
  fields: {
    areaName: text({
      column: 'name',
      rule: rules.length(1, 100),
      required: true,
      search: true,
      list: { width: 160, pinned: true },
    }),
    deptId: department({ list: { width: 140 } }),
    riskLevel: choice('RISK', { required: true, initial: 1, search: true, list: { width: 100 } }),
    state: choice('RISK_AREA_STATE', { computed: true, search: true, list: { width: 100 } }),
    validFrom: instant({ required: true, list: { width: 160 } }),
    /** Empty: no end. */
    validTo: instant({ list: { width: 160 } }),
    ground: choice('RISK_GROUND', { required: true, initial: DRAWN, list: { width: 110, hidden: true } }),
    geo: geometry({}),
    /** Six digits (GB/T 2260). */
    adminCode: text({ rule: rules.digitLength(6, 6) }),
    source: text({ max: 100, list: { width: 160, hidden: true } }),
    noticeUrl: text({ max: 300 }),
    /** Number of entries; a vehicle counts once a day. */
    events: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 100 } }),
  },
});
