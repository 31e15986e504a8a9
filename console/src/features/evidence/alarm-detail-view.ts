import type { ComponentType, ReactNode } from 'react';

/** Files, place, state and history of an alarm, another feature's; `extra` stands below its files. */
export type AlarmDetailView = ComponentType<{ readonly alarmGid: string; readonly extra: ReactNode }>;
