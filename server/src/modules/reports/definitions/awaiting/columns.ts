import type { AwaitedFacts } from '../../model/definition.ts';

/** Columns of served reports that have no data source yet, by report. */
export const AWAITING_COLUMNS: Readonly<Record<number, readonly { readonly key: string; readonly awaits: AwaitedFacts }[]>> = {
  401016: [{ key: 'firmwareVer', awaits: 'terminalAttributes' }],
  404007: [{ key: 'appealState', awaits: 'appeals' }],
  405001: [{ key: 'fuelUsed', awaits: 'sensorReadings' }],
  405007: [{ key: 'idleFuel', awaits: 'sensorReadings' }],
  405008: [{ key: 'idleFuel', awaits: 'sensorReadings' }],
  408007: [
    { key: 'appealCount', awaits: 'appeals' },
    { key: 'appealOk', awaits: 'appeals' },
  ],
  409003: [{ key: 'appealState', awaits: 'appeals' }],
};
