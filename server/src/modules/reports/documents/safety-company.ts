import { INDEX_COLUMNS } from '../facts/risk.ts';
import type { ReportDocument, Source } from '../model/document.ts';
import { SAFETY_TYPES } from '../model/measures.ts';
import { buildEventsSection, handlingSection, hourSection, trendSection } from './safety-sections.ts';
import { GRADES, HANDLED, RATED_CARS, RATED_DRIVERS, WORST } from './safety-sources.ts';
import { adviceWords, placeWords } from './safety-texts.ts';

const REPORT: Source = { report: 170508 };

/** The safety document of a company. */
export const companySafety: ReportDocument = {
  title: 'safetyCompany',
  sections: [
    {
      title: 'safetySummary',
      kind: 'figures',
      from: REPORT,
      columns: [
        'deptName',
        'carTotal',
        'onlineCount',
        'mileage',
        'safetyCount',
        'adasCount',
        'dsmCount',
        'tpmsCount',
        'bsdCount',
        'lvl1Count',
        'lvl2Count',
        'lvl3Count',
      ],
    },
    { title: 'safetyRisks', kind: 'figures', from: REPORT, columns: [...INDEX_COLUMNS, 'riskScore', 'safeScore', 'scoreGrade'] },
    { title: 'safetyRank', ...placeWords(REPORT, 'safetyPlaceCompany') },
    {
      title: 'safetyCompared',
      kind: 'compared',
      from: [
        {
          from: REPORT,
          columns: [
            'onlineCount',
            'mileage',
            'safetyCount',
            'alarmPer100',
            'lvl3Count',
            ...INDEX_COLUMNS,
            'riskScore',
            'safeScore',
          ],
        },
        { from: HANDLED, columns: ['handleRate', 'timelyRate', 'falseRate', 'avgHandleMin'] },
      ],
    },
    trendSection,
    {
      title: 'safetyTypes',
      kind: 'table',
      foot: true,
      order: ['alarmCount', 'desc'],
      from: { report: 170603, given: { alarmTypes: SAFETY_TYPES.join() } },
      columns: [
        'alarmGroup',
        'alarmType',
        'alarmLevel',
        'alarmCount',
        'alarmCars',
        'shareRate',
        'prevCount',
        'momRate',
        'handleRate',
      ],
    },
    hourSection,
    {
      title: 'safetyRatings',
      kind: 'chart',
      type: 'bar',
      from: GRADES,
      x: 'scoreGrade',
      y: ['carTotal'],
      order: ['scoreGrade', 'asc'],
    },
    {
      title: 'safetyVehicles',
      kind: 'table',
      from: RATED_CARS,
      order: ['riskScore', 'desc'],
      most: WORST,
      columns: [
        'carNo',
        'deptName',
        'driverName',
        'mileage',
        'safetyCount',
        'alarmPer100',
        'riskScore',
        'riskLevel',
        'scoreGrade',
      ],
    },
    {
      title: 'safetyDrivers',
      kind: 'table',
      from: RATED_DRIVERS,
      order: ['riskScore', 'desc'],
      most: WORST,
      columns: [
        'driverName',
        'deptName',
        'driverKm',
        'overCount',
        'fatigueCount',
        'dsmCount',
        'alarmPer100',
        'riskScore',
        'scoreGrade',
      ],
    },
    buildEventsSection(['startTime', 'carNo', 'driverName', 'alarmType', 'alarmLevel', 'alarmSpeed', 'startPos', 'handleState']),
    handlingSection,
    { title: 'safetyEvidence', kind: 'figures', from: REPORT, columns: ['evidExpected', 'evidReceived', 'evidRate'] },
    { title: 'safetyAdvice', ...adviceWords(REPORT) },
  ],
};
