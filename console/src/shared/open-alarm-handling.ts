import { create } from 'zustand';

/** An alarm as the handling dialog takes it (console.md 3, Alarm deal request). Times epoch ms. */
export type AlarmToHandle = {
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
  /** How often its terminal reported it. */
  readonly times: number;
  /** 1: the server stops the handling of all where this one is handled already. */
  readonly ncheckAdasAlarmStatus: 0 | 1;
  /** Files that its terminal announced, or that came. */
  readonly files?: number;
};

/** 1: alarms were handled, 0: the dialog was cancelled. */
export type HandlingResult = 0 | 1;

export type HandlingOptions = {
  /** Offers the next alarm: called before the dialog closes, after handling or skipping this one. */
  readonly next?: () => void;
  /** Called with the alarms that each call handled: others may have been claimed in the meantime. */
  readonly onHandled?: (alarmGids: readonly string[]) => void;
  /** What is chosen when it opens: 1 message, 5 phone, 6 false alarm. */
  readonly dealType?: 1 | 5 | 6;
  /** A film of the alarm plays by itself. */
  readonly autoPlay?: boolean;
};

type OpenDialog = {
  readonly alarms: readonly AlarmToHandle[];
  readonly options: HandlingOptions;
  readonly done: (result: HandlingResult) => void;
};

/** The alarms of the open handling dialog; rendered once, over every page. */
export const useAlarmHandling = create<{ readonly current: OpenDialog | null }>(() => ({ current: null }));

/** Opens the handling dialog; resolves when it closes. An open one is cancelled first. */
export function openAlarmHandling(alarms: readonly AlarmToHandle[], options: HandlingOptions = {}): Promise<HandlingResult> {
  closeAlarmHandling(0);
  return new Promise((done) => useAlarmHandling.setState({ current: { alarms, options, done } }));
}

export function closeAlarmHandling(result: HandlingResult): void {
  const { current } = useAlarmHandling.getState();
  if (!current) return;
  useAlarmHandling.setState({ current: null });
  current.done(result);
}
