import { ANSWER, CHECK_MS, CLERK, FORM, POST_CHECKS, SUPERIOR, SUPERVISIONS, TEXTS } from '../fixture/staff.ts';
import { formatDay } from '../vehicle/definitions.ts';
import {
  type Cells,
  countAlarms,
  departmentName,
  listAlarmEvents,
  month,
  type OracleData,
  type OracleReport,
  percent,
  pick,
  staticDate,
  timeRange,
} from './oracle-report.ts';

/** CHECK_STATE: answered in time, or never. */
const [IN_TIME, NEVER] = [1, 3] as const;
/** SUP_RESULT: done, or no answer. */
const [DONE, UNUSED_RANDOM] = [1, 9] as const;
/** Queued commands, as CMD_RESULT and as MSG_STATE. */
const [WAITS, QUEUED] = [6, 0] as const;

const checks = ({ fleet: { start } }: OracleData) =>
  POST_CHECKS.map(({ at, text, answered }) => ({
    chkTime: start + at,
    platformName: SUPERIOR,
    chkText: text,
    chkAnswer: answered === null ? null : ANSWER,
    chkAnsTime: answered === null ? null : start + at + answered,
    chkUser: answered === null ? null : CLERK,
    chkState: answered === null ? NEVER : IN_TIME,
  }));
const supervisions = ({ fleet: { start }, cars }: OracleData) =>
  SUPERVISIONS.map(({ at, car, deadline, answered }, i) => ({
    supRecv: start + at,
    platformName: SUPERIOR,
    supId: String(i + 1),
    carNo: cars[car]!.plan.plate,
    supEnd: start + at + deadline,
    supResult: answered === null ? UNUSED_RANDOM : DONE,
    supReply: answered === null ? null : start + at + answered,
  }));
const sent = ({ fleet: { start }, cars }: OracleData) =>
  TEXTS.flatMap(({ at, cars: to, text }) => to.map((car) => ({ sendTime: start + at, car: cars[car]!, text })));

/** Commands, post-checks and supervisions. */
export const staffReports: readonly OracleReport[] = [
  {
    report: 401024,
    conditions: timeRange,
    key: ['sendTime', 'carNo'],
    rows: (oracle) =>
      sent(oracle).map(({ sendTime, car }) => ({
        sendTime,
        deptName: departmentName(car),
        carNo: car.plan.plate,
        cmdCode: '0x8300',
        userName: CLERK,
        cmdResult: WAITS,
        ackTime: null,
        ackSec: null,
      })),
  },
  {
    report: 401025,
    conditions: (oracle) => ({ ...timeRange(oracle), msgForms: String(FORM) }),
    key: ['sendTime', 'carNo'],
    rows: (oracle) =>
      sent(oracle).map(({ sendTime, car, text }) => ({
        sendTime,
        carNo: car.plan.plate,
        msgText: text,
        userName: CLERK,
        msgState: QUEUED,
        ackTime: null,
        msgFail: null,
      })),
  },
  {
    report: 402005,
    conditions: month,
    key: ['userName'],
    rows: (oracle) => {
      const decided = countAlarms(
        listAlarmEvents(oracle).filter(
          ({ decision }) => decision !== null && formatDay(decision.at).slice(0, 7) === month(oracle).month,
        ),
      );
      const { handledCount, timelyCount, handleSec } = decided;
      return [
        {
          statMonth: month(oracle).month,
          userName: CLERK,
          ...pick(decided, 'handledCount', 'timelyCount', 'falseCount'),
          ...pick(decided, 'msgCount', 'phoneCount'),
          timelyRate: percent(timelyCount, handledCount),
          avgHandleMin: handleSec / 60 / handledCount,
          chkOk: POST_CHECKS.filter(({ answered }) => answered !== null && answered <= CHECK_MS).length,
          supDone: SUPERVISIONS.filter(({ answered }) => answered !== null).length,
        },
      ];
    },
    sums: { handledCount: 'sum', timelyCount: 'sum' },
  },
  {
    report: 403005,
    conditions: month,
    key: ['chkTime'],
    rows: (oracle) =>
      checks(oracle).map((row) => ({
        ...row,
        chkLimit: CHECK_MS / 60_000,
        chkSec: row.chkAnsTime === null ? null : (row.chkAnsTime - row.chkTime) / 1000,
      })),
  },
  {
    report: 403006,
    conditions: month,
    key: ['supRecv'],
    rows: (oracle) =>
      supervisions(oracle).map((row) => ({
        ...row,
        deptName: departmentName(oracle.cars.find(({ plan }) => plan.plate === row.carNo)!),
        supTimely: row.supReply === null ? null : row.supReply <= row.supEnd,
        userName: row.supReply === null ? null : CLERK,
      })),
  },
  {
    report: 409005,
    conditions: staticDate,
    key: ['ledgerNo'],
    rows: (oracle) =>
      [
        ...checks(oracle).map((row) => ({ at: row.chkTime, row: row as Cells })),
        ...supervisions(oracle).map((row) => ({ at: row.supRecv, row: row as Cells })),
      ]
        .sort((a, b) => a.at - b.at)
        .map(({ row }, i) => ({ ledgerNo: i + 1, ...row })),
  },
];
