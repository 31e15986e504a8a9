import { create } from 'zustand';

/** An alarm as the handling dialog takes it (console.md 3, Alarm deal request). Times epoch ms. */
export type DealAlarm = {
  readonly alarmGid: string;
  readonly alarmId: string;
  readonly targId: string;
  readonly carNo: string;
  /** Row of ALARM_TYPES. */
  readonly warnId: number;
  readonly vTime: number;
  readonly mainType: number;
  readonly subType: number;
  readonly nLevel: number;
  /** How often it was told. */
  readonly times: number;
  /** 1: ask first whether it is handled already. */
  readonly ncheckAdasAlarmStatus: 0 | 1;
  /** Of the case as it was seen. */
  readonly version?: number;
};

/** 1: alarms were decided, 0: the dialog was cancelled. */
export type DealResult = 0 | 1;

export type DealOptions = {
  /** Offers the next alarm: called before the dialog closes, after handling or skipping this one. */
  readonly next?: () => void;
  /** What is chosen when it opens: 1 message, 5 phone, 6 false alarm. */
  readonly dealType?: 1 | 5 | 6;
};

type Asked = {
  readonly alarms: readonly DealAlarm[];
  readonly options: DealOptions;
  readonly done: (result: DealResult) => void;
};

/** Which alarms the handling dialog is open for; drawn once, over every page. */
export const useAlarmDeal = create<{ readonly asked: Asked | null }>(() => ({ asked: null }));

/** Opens the handling dialog for one alarm or several; resolves when it closes. One that is open is cancelled. */
export function dealWithAlarms(alarms: readonly DealAlarm[], options: DealOptions = {}): Promise<DealResult> {
  closeAlarmDeal(0);
  return new Promise((done) => useAlarmDeal.setState({ asked: { alarms, options, done } }));
}

export function closeAlarmDeal(result: DealResult): void {
  const { asked } = useAlarmDeal.getState();
  if (!asked) return;
  useAlarmDeal.setState({ asked: null });
  asked.done(result);
}
