import { businessDay } from '@fleetwarden/domain/business-day';
import { type Sql, sql } from '../../../platform/db/database.ts';
import { dueOnes } from '../../expiry/index.ts';
import {
  LAST_ONLINE,
  LAST_SEEN,
  maskedPhone,
  requestedVehicles,
  VEHICLE_FACTS,
  VEHICLE_IDS,
  VEHICLES,
} from '../facts/vehicle-columns.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, number, one, some, vehicles } from '../model/filters.ts';
import type { ReportRequest } from '../model/report-request.ts';

const PAGE = '/report/basicstatementreport';
/** EXPIRY_KIND: the service of a vehicle, and the SIM card of its terminal. */
const SERVICE_KINDS = [1, 2];
/** Days before the end from which it is due. */
const DUE_DAYS = 30;

/** EXPIRY_PHASE by days left. */
export const expiryState = (left: Sql): Sql =>
  sql`case when ${left} < 0 then 'expired' when ${left} <= ${DUE_DAYS}::integer then 'due' when ${left} is not null then 'normal' end`;

/** `where` for the requested phase. */
export const inState = (request: ReportRequest, left: Sql): Sql[] => {
  const state = request.text('expState');
  return state === '' ? [] : [sql`${expiryState(left)} = ${state}::text`];
};

const LEFT_DAYS = sql`x.days_left`;
const narrowed = (request: ReportRequest): Sql[] => {
  const most = request.number('leftDays');
  return [...inState(request, LEFT_DAYS), ...(most === null ? [] : [sql`${LEFT_DAYS} <= ${most}::float8`])];
};
const dueNow = ({ now, timeZone }: ReportRequest): Sql => sql`(${dueOnes(sql`${businessDay(now, timeZone).key}::date`)}) x`;
const EXPIRY = {
  expKind: sql`x.kind`,
  expDate: sql`x.due_date`,
  leftDays: LEFT_DAYS,
  expState: expiryState(LEFT_DAYS),
} as const;

/** Items that are due or end within a year. */
export const expiryReports: readonly ReportDefinition[] = [
  {
    id: 401019,
    page: `${PAGE}/serviceExpiry`,
    filters: [company, vehicles, one('expState', 'EXPIRY_PHASE', 'due'), number('leftDays', DUE_DAYS)],
    columns: [
      'deptName',
      'carNo',
      'plateColor',
      'carType',
      'simNo',
      'serviceEnd',
      'expKind',
      'expDate',
      'leftDays',
      'expState',
      'ownerName',
      'ownerMobile',
      'lastOnline',
    ],
    chart: { type: 'pie', x: 'expState', y: ['count'] },
    order: ['leftDays', 'asc'],
    query: (request) => ({
      from: sql`${dueNow(request)} join (${VEHICLES}) on v.id = x.object_id ${LAST_SEEN}`,
      where: [sql`x.kind = any(${SERVICE_KINDS}::smallint[])`, ...requestedVehicles(request), ...narrowed(request)],
      columns: {
        ...VEHICLE_FACTS,
        ...EXPIRY,
        simNo: sql`t.iccid`,
        serviceEnd: sql`v.service_to`,
        ownerMobile: maskedPhone(sql`v.owner_phone`),
        lastOnline: LAST_ONLINE,
      },
      ids: VEHICLE_IDS,
      tie: [sql`v.plate`, sql`x.id`],
    }),
  },
  {
    id: 401020,
    page: `${PAGE}/certificateExpiry`,
    filters: [company, some('expKinds', 'EXPIRY_KIND'), one('expState', 'EXPIRY_PHASE', 'due'), number('leftDays', DUE_DAYS)],
    columns: ['deptName', 'expObject', 'expKind', 'expDate', 'leftDays', 'expState', 'remark'],
    chart: { type: 'bar', x: 'expKind', y: ['count'] },
    order: ['leftDays', 'asc'],
    query: (request) => {
      const kinds = request.list('expKinds');
      return {
        from: sql`${dueNow(request)} join department d on d.id = x.department_id`,
        where: [
          sql`x.department_id = any(${[...request.departments]})`,
          ...(kinds === null ? [] : [sql`x.kind = any(${kinds.map(Number)}::smallint[])`]),
          ...narrowed(request),
        ],
        columns: {
          ...EXPIRY,
          deptName: sql`d.name`,
          expObject: sql`x.object`,
          // the last reminder and the note
          remark: sql`nullif(concat_ws(' ', to_char(x.reminded_at at time zone ${request.timeZone}::text, 'YYYY-MM-DD HH24:MI:SS'), x.note), '')`,
        },
        ids: { deptId: sql`x.department_id` },
        tie: [sql`x.due_date`, sql`x.id`],
      };
    },
  },
];
