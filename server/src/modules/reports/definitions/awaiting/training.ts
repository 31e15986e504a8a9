import type { AwaitingReport } from '../../model/definition.ts';
import { company, days, drivers, months, one, some, text } from '../../model/filters.ts';

const PAGE = '/report/drivertrainingreport';
/** Longest plan. */
const MAX_PLAN_DAYS = 366;
const categories = some('trainCats', 'TRAIN_CATEGORY');
const ofDrivers = 419003;

/** Driver training (report catalogue, family 419). */
export const trainingReports: readonly AwaitingReport[] = [
  {
    id: 419001,
    awaits: ['training'],
    page: `${PAGE}/enterpriseTraining`,
    filters: [company, days('curMonth', MAX_PLAN_DAYS), categories],
    columns: [
      'deptName',
      'planTitle',
      'trainCat',
      'planStart',
      'planEnd',
      'needPeople',
      'joinPeople',
      'joinTrainRate',
      'donePeople',
      'doneRate',
      'passPeople',
      'passRate',
    ],
    sums: {
      needPeople: 'sum',
      joinPeople: 'sum',
      donePeople: 'sum',
      passPeople: 'sum',
      joinTrainRate: 'ratio',
      doneRate: 'ratio',
      passRate: 'ratio',
    },
    chart: { type: 'bar', x: 'deptName', y: ['joinTrainRate', 'doneRate'] },
    drills: [
      { column: 'needPeople', report: ofDrivers, takes: { deptId: 'row.deptId', planTitle: 'row.plan', staticDate: 'range' } },
    ],
    order: ['deptName', 'asc'],
  },
  {
    id: 419002,
    awaits: ['training'],
    page: `${PAGE}/enterpriseClassHours`,
    filters: [company, months, categories],
    columns: [
      'statMonth',
      'deptName',
      'driverTotal',
      'needPeople',
      'joinPeople',
      'reqHours',
      'learnHours',
      'avgHours',
      'hourRate',
    ],
    sums: { needPeople: 'sum', joinPeople: 'sum', learnHours: 'sum', avgHours: 'avg' },
    chart: { type: 'line', x: 'statMonth', y: ['learnHours', 'avgHours'] },
    drills: [{ column: 'joinPeople', report: ofDrivers, takes: { deptId: 'row.deptId', staticDate: 'row.month' } }],
    order: ['statMonth', 'desc'],
  },
  {
    id: ofDrivers,
    awaits: ['training'],
    page: `${PAGE}/traineeTraining`,
    filters: [company, drivers, days('curMonth', MAX_PLAN_DAYS), text('planTitle'), one('trainState', 'TRAIN_STATE')],
    columns: [
      'deptName',
      'driverName',
      'driverMobile',
      'planTitle',
      'trainCat',
      'planEnd',
      'reqHours',
      'learnHours',
      'trainState',
      'examScore',
      'faceFail',
      'lastLearn',
    ],
    sums: { learnHours: 'sum', examScore: 'avg' },
    chart: { type: 'pie', x: 'trainState', y: ['count'] },
    order: ['deptName', 'asc'],
  },
];
