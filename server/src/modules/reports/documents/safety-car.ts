import { sql } from '../../../platform/db/database.ts';
import { INDEX_COLUMNS } from '../facts/risk.ts';
import { requestedVehicles, VEHICLE_FACTS, VEHICLES } from '../facts/vehicle-columns.ts';
import type { ReportDocument, Source } from '../model/document.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import { buildEventsSection, handlingSection, hourSection, trendSection } from './safety-sections.ts';
import { adviceWords, placeWords } from './safety-texts.ts';

const REPORT: Source = { report: 170507 };

/** Master data of the vehicle. */
const ARCHIVE: Source = {
  query: (request) => ({ from: VEHICLES, where: requestedVehicles(request), columns: VEHICLE_FACTS, tie: [sql`v.id`] }),
};

/** The safety document of a vehicle. */
export const carSafety: ReportDocument = {
  title: 'safetyCar',
  sections: [
    {
      title: 'safetyArchive',
      kind: 'figures',
      from: ARCHIVE,
      columns: ['carNo', 'deptName', 'plateColor', 'carType', 'industry', 'driverName'],
    },
    {
      title: 'safetySummary',
      kind: 'figures',
      from: REPORT,
      columns: [
        'mileage',
        'driveSec',
        'safetyCount',
        'adasCount',
        'dsmCount',
        'tpmsCount',
        'bsdCount',
        'lvl1Count',
        'lvl2Count',
        'lvl3Count',
        'alarmPer100',
        'handleRate',
      ],
    },
    { title: 'safetyRisks', kind: 'figures', from: REPORT, columns: [...INDEX_COLUMNS, 'riskScore', 'safeScore', 'scoreGrade'] },
    { title: 'safetyRank', ...placeWords(REPORT, 'safetyPlaceCar') },
    {
      title: 'safetyCompared',
      kind: 'compared',
      from: [{ from: REPORT, columns: ['mileage', 'safetyCount', 'alarmPer100', 'handleRate', 'riskScore', 'safeScore'] }],
    },
    trendSection,
    {
      title: 'safetyTypes',
      kind: 'table',
      foot: true,
      order: ['alarmCount', 'desc'],
      from: { report: 170505, given: { alarmTypes: SAFETY_TYPES.join() } },
      columns: ['alarmType', 'alarmLevel', 'alarmCount', 'shareRate', 'prevCount', 'momRate'],
    },
    hourSection,
    buildEventsSection(['startTime', 'alarmType', 'alarmLevel', 'driverName', 'alarmSpeed', 'startPos', 'handleState']),
    handlingSection,
    { title: 'safetyAdvice', ...adviceWords(REPORT) },
  ],
};
