import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { ALARM_TYPES, settingIdOf } from '@fleetwarden/domain/alarm-types';

/** Kinds of alarms that pop up, by the number they are kept under; null: the user never chose. */
type PopupChoice = readonly number[] | null;

/** Without a choice these levels pop up: a notice is listed only. */
const CALLING_LEVEL = 2;

/** Whether a kind pops up for who chose so: its number, one higher up to 64, is among those that were saved (console.md 4). */
export const isChosen = (warnId: number, level: number, choice: PopupChoice): boolean =>
  choice === null ? level >= CALLING_LEVEL : choice.includes(settingIdOf({ id: warnId }));

/** Whether a pushed alarm calls: told for the first time, wanted by the user, not silenced by a rule, none of a storm. */
export const callsUser = (alarm: AlarmResult, choice: PopupChoice): boolean =>
  alarm.raised && alarm.popup !== false && !alarm.storm && isChosen(alarm.warnId, alarm.warnType, choice);

/** The kinds a user has chosen, written out where they never chose. */
export const chosenKinds = (choice: PopupChoice): readonly number[] =>
  choice ?? ALARM_TYPES.filter(({ level }) => level >= CALLING_LEVEL).map(settingIdOf);
