import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import type { AlarmResult } from '@fleetwarden/contract/live/live';

/** A pushed alarm: overspeed of level 2, just begun, unless told otherwise. */
export const alarm = (change: Partial<AlarmResult> = {}): AlarmResult => ({
  ...{ tid: '1', cid: '1', cno: '京A1', alarmGid: 'a', warnId: 1, warnType: 2, warnDate: 10_000, warnStartDate: 10_000 },
  ...{
    alarms: '1',
    speed: 80.5,
    originalLongitude: 116.4,
    originalLatitude: 39.9,
    alarmOften: 1,
    behaviorId: '0',
    schemeId: null,
  },
  ...{ raised: true, endDate: null, value: null, limit: null, storm: false, drv: '张三', deptId: '1', files: 0 },
  ...change,
});

/** An alarm of a list: fatigue of level 3 that nobody has decided, unless told otherwise. */
export const alarmRow = (change: Partial<AlarmRow> = {}): AlarmRow => ({
  ...{ alarmGid: 'r', alarmId: '7', targId: '1', carNo: '京A1', color: 2, deptId: '1', deptName: '演示集团', warnId: 77 },
  ...{ mainType: 2, subType: 1, subTypeName: '疲劳驾驶', level: 3 as const, vtime: 10_000, lastTime: 75_000, endTime: null },
  ...{ receivedAt: 10_500, x: 116.4, y: 39.9, lastX: 116.4, lastY: 39.9, speed: 60, maxSpeed: 61, value: null, limit: null },
  ...{ times: 1, storm: false, brief: false, late: false, driver: '张三', files: 0, ncheckAdasAlarmStatus: 1 as const },
  ...{ state: 0 as const, version: 1, claimedBy: '', claimedAt: null, mine: false, dealType: null, dealtBy: '', dealtAt: null },
  ...{ automatic: false, vNotes: '', dueAt: null },
  ...change,
});
