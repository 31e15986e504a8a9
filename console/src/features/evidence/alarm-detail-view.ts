import type { ComponentType } from 'react';

/** Files, graph, place, state and history of an alarm, another feature's. */
export type AlarmDetailView = ComponentType<{ readonly alarmGid: string }>;
