import type { ColumnKind } from '../model/column-kind.ts';
import { typeColumns } from './alarm-type-keys.ts';
import { alarmsColumns } from './alarms.ts';
import { areasColumns } from './areas.ts';
import { dataQualityColumns } from './data-quality.ts';
import { dayColumns } from './day-columns.ts';
import { markColumns } from './day-marks.ts';
import { driversColumns } from './drivers.ts';
import { evidenceColumns } from './evidence.ts';
import { handlingColumns } from './handling.ts';
import { hourColumns } from './hour-columns.ts';
import { identityColumns } from './identity.ts';
import { inspectionLedgersVisitsJobsColumns } from './ledgers.ts';
import { mileageColumns } from './mileage.ts';
import { fleetCountsOnlineColumns } from './online.ts';
import { peripheralsColumns } from './peripherals.ts';
import { passengersRecorderWaybillMediaVideoColumns } from './recorded.ts';
import { runningColumns } from './running.ts';
import { scoresColumns } from './scores.ts';
import { timePlaceColumns } from './time-place.ts';
import { trainingColumns } from './training.ts';
import { maintenanceExpiryColumns } from './upkeep.ts';
import { usersCommandsMessagesColumns } from './users.ts';

/** All columns of reports by key. Their names, hints and units are texts (`reportColumn`, `reportHint`, `reportUnit`). */
export const COLUMNS = {
  ...identityColumns,
  ...timePlaceColumns,
  ...fleetCountsOnlineColumns,
  ...mileageColumns,
  ...dayColumns({ type: 'decimal2', unit: 'km' }),
  ...runningColumns,
  ...dataQualityColumns,
  ...alarmsColumns,
  ...hourColumns,
  ...typeColumns,
  ...markColumns,
  ...handlingColumns,
  ...evidenceColumns,
  ...driversColumns,
  ...areasColumns,
  ...passengersRecorderWaybillMediaVideoColumns,
  ...maintenanceExpiryColumns,
  ...usersCommandsMessagesColumns,
  ...scoresColumns,
  ...peripheralsColumns,
  ...trainingColumns,
  ...inspectionLedgersVisitsJobsColumns,
} satisfies Readonly<Record<string, ColumnKind>>;
export type ColumnKey = keyof typeof COLUMNS;
