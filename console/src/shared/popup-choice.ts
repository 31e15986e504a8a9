import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { ALARM_TYPES, toSettingId } from '@fleetwarden/domain/alarm-types';

/** Popup alarm kinds by their stored numbers; null: never chosen. */
type PopupChoice = readonly number[] | null;

/** Default: alarms from this level on pop up; notices are only listed. */
const CALLING_LEVEL = 2;

/** Whether a kind pops up: its number, plus one up to 64, is in the stored list (console.md 4). */
export const isChosen = (warnId: number, level: number, choice: PopupChoice): boolean =>
  choice === null ? level >= CALLING_LEVEL : choice.includes(toSettingId({ id: warnId }));

/** Whether a pushed alarm pops up: first occurrence, chosen by the user, not muted by a rule, not part of a storm. */
export const callsUser = (alarm: AlarmResult, choice: PopupChoice): boolean =>
  alarm.raised && alarm.popup !== false && !alarm.storm && isChosen(alarm.warnId, alarm.warnType, choice);

/** The chosen kinds; the defaults if never chosen. */
export const chosenKinds = (choice: PopupChoice): readonly number[] =>
  choice ?? ALARM_TYPES.filter(({ level }) => level >= CALLING_LEVEL).map(toSettingId);
