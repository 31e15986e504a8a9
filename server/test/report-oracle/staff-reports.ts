import {
  type Cells,
  counted,
  deptOf,
  events,
  type Known,
  month,
  percent,
  pick,
  type Recount,
  staticDate,
  timeRange,
} from './recount.ts';
import { dayOf } from './slow/rules.ts';
import { ANSWER, CHECK_MS, CLERK, FORM, POST_CHECKS, SUPERIOR, SUPERVISIONS, TEXTS } from './staff.ts';

/** CHECK_STATE: answered in time, or never. */
const [IN_TIME, NEVER] = [1, 3] as const;
/** SUP_RESULT: done, or nobody answered. */
const [DONE, NOBODY] = [1, 9] as const;
/** What waits for its terminal, as CMD_RESULT and as MSG_STATE. */
const [WAITS, QUEUED] = [6, 0] as const;

const checks = ({ world: { start } }: Known) =>
  POST_CHECKS.map(({ at, text, answered }) => ({
    chkTime: start + at,
    platformName: SUPERIOR,
    chkText: text,
    chkAnswer: answered === null ? null : ANSWER,
    chkAnsTime: answered === null ? null : start + at + answered,
    chkUser: answered === null ? null : CLERK,
    chkState: answered === null ? NEVER : IN_TIME,
  }));
const supervisions = ({ world: { start }, cars }: Known) =>
  SUPERVISIONS.map(({ at, car, deadline, answered }, i) => ({
    supRecv: start + at,
    platformName: SUPERIOR,
    supId: String(i + 1),
    carNo: cars[car]!.plan.plate,
    supEnd: start + at + deadline,
    supResult: answered === null ? NOBODY : DONE,
    supReply: answered === null ? null : start + at + answered,
  }));
const sent = ({ world: { start }, cars }: Known) =>
  TEXTS.flatMap(({ at, cars: to, text }) => to.map((car) => ({ sendTime: start + at, car: cars[car]!, text })));

/** What people did: commands, post-checks and supervisions. */
export const staffReports: readonly Recount[] = [
  {
    report: 401024,
    conditions: timeRange,
    key: ['sendTime', 'carNo'],
    rows: (known) =>
      sent(known).map(({ sendTime, car }) => ({
        sendTime,
        deptName: deptOf(car),
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
    conditions: (known) => ({ ...timeRange(known), msgForms: String(FORM) }),
    key: ['sendTime', 'carNo'],
    rows: (known) =>
      sent(known).map(({ sendTime, car, text }) => ({
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
    rows: (known) => {
      const decided = counted(
        events(known).filter(({ decision }) => decision !== null && dayOf(decision.at).slice(0, 7) === month(known).month),
      );
      const { handledCount, timelyCount, handleSec } = decided;
      return [
        {
          statMonth: month(known).month,
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
    rows: (known) =>
      checks(known).map((row) => ({
        ...row,
        chkLimit: CHECK_MS / 60_000,
        chkSec: row.chkAnsTime === null ? null : (row.chkAnsTime - row.chkTime) / 1000,
      })),
  },
  {
    report: 403006,
    conditions: month,
    key: ['supRecv'],
    rows: (known) =>
      supervisions(known).map((row) => ({
        ...row,
        deptName: deptOf(known.cars.find(({ plan }) => plan.plate === row.carNo)!),
        supTimely: row.supReply === null ? null : row.supReply <= row.supEnd,
        userName: row.supReply === null ? null : CLERK,
      })),
  },
  {
    report: 409005,
    conditions: staticDate,
    key: ['ledgerNo'],
    rows: (known) =>
      [
        ...checks(known).map((row) => ({ at: row.chkTime, row: row as Cells })),
        ...supervisions(known).map((row) => ({ at: row.supRecv, row: row as Cells })),
      ]
        .sort((a, b) => a.at - b.at)
        .map(({ row }, i) => ({ ledgerNo: i + 1, ...row })),
  },
];
