import { sql } from '../../../platform/db/database.ts';
import { isOfTypes } from '../facts/alarm-groups.ts';
import { rollup } from '../facts/day-rollup.ts';
import { INDEX_COLUMNS, withRisks } from '../facts/risk.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { company, days, vehicle } from '../model/filters.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import type { QueryContext } from '../model/query-context.ts';
import type { Relation } from '../model/relation.ts';
import type { ReportRequest } from '../model/report-request.ts';
import { buildPeerRisks, hasPeers } from './peer-risks.ts';
import { carSafety } from './safety-car.ts';
import { companySafety } from './safety-company.ts';

const ANALYSIS = '/activesafety/safetyanalysis';
const OF_DAYS = 170602;

const KINDS = ['safetyCount', 'adasCount', 'dsmCount', 'tpmsCount', 'bsdCount', 'lvl1Count', 'lvl2Count', 'lvl3Count'] as const;
const RATED = [...INDEX_COLUMNS, 'riskScore', 'safeScore', 'scoreGrade', 'rankNo'];
const formatDays = ({ days: { from, to } }: ReportRequest): string => `${from}~${to}`;

/** Active safety figures of a vehicle, ranked among all vehicles of the company. */
function queryVehicle(request: ReportRequest): Relation {
  const relation = withRisks(
    rollup(request, {
      by: ['vehicle'],
      rows: 'every',
      measures: ['mileage', 'driveSec', 'alarmCount', ...KINDS, 'needCount', 'handledCount'],
      alarms: isOfTypes(SAFETY_TYPES),
      formulas: ['alarmPer100', 'handleRate'],
    }),
    { request: { ...request, vehicles: null }, of: 'vehicle', rated: true },
  );
  return {
    ...relation,
    columns: {
      ...relation.columns,
      statPeriod: sql`${formatDays(request)}::text`,
      _rated: sql`(select count(*) from risks k where k."riskScore" is not null)`,
    },
  };
}

/** The same of a company with its subtree, ranked among its sibling companies. */
async function queryCompany(request: ReportRequest, { db }: QueryContext): Promise<Relation> {
  const relation = withRisks(
    rollup(request, {
      by: ['whole'],
      rows: 'every',
      measures: [
        ...(['carTotal', 'onlineCount', 'mileage', 'alarmCount', ...KINDS, 'needCount', 'handledCount', 'timelyCount'] as const),
        ...(['evidExpected', 'evidReceived'] as const),
      ],
      alarms: isOfTypes(SAFETY_TYPES),
      formulas: ['alarmPer100', 'handleRate', 'timelyRate', 'evidRate'],
    }),
    { request, of: 'whole', rated: true },
  );
  const compared = await hasPeers(db, request);
  const count = sql`(select count(*) from beside_risks k where k."riskScore" is not null)`;
  return {
    ...relation,
    ...(compared ? { with: [...(relation.with ?? []), { name: 'beside_risks', body: buildPeerRisks(request) }] } : {}),
    columns: {
      ...relation.columns,
      deptName: sql`(select d.name from department d where d.id = ${request.company}::integer)`,
      statPeriod: sql`${formatDays(request)}::text`,
      rankNo: compared
        ? sql`(select k."_place" from beside_risks k where k.child_id = ${request.company}::integer and ${count} > 1)`
        : sql`null::integer`,
      _rated: compared ? count : sql`0`,
    },
    ids: { ...relation.ids, deptId: sql`${request.company}::integer` },
  };
}

/** Safety reports with a document layout (family 1705): rows hold the figures, page and files show sections. */
export const safetyDocuments: readonly ReportDefinition[] = [
  {
    id: 170507,
    page: `${ANALYSIS}/activeCarSafetyReport`,
    filters: [company, vehicle, days('dtOneMonth')],
    columns: ['carNo', 'deptName', 'driverName', 'statPeriod', 'mileage', 'driveSec', ...KINDS, 'handleRate', ...RATED],
    drills: [{ column: 'safetyCount', report: OF_DAYS, takes: { deptId: 'deptId', carIds: 'row.carId', staticDate: 'range' } }],
    order: ['carNo', 'asc'],
    layout: carSafety,
    query: queryVehicle,
  },
  {
    id: 170508,
    page: `${ANALYSIS}/activeDeptSafetyReport`,
    filters: [company, days('dtOneMonth')],
    columns: [
      'deptName',
      'statPeriod',
      'carTotal',
      'onlineCount',
      'mileage',
      ...KINDS,
      'alarmPer100',
      'needCount',
      'handledCount',
      'handleRate',
      'timelyRate',
      'evidRate',
      ...RATED,
    ],
    drills: [{ column: 'safetyCount', report: OF_DAYS, takes: { deptId: 'row.deptId', staticDate: 'range' } }],
    order: ['deptName', 'asc'],
    layout: companySafety,
    query: queryCompany,
  },
];
