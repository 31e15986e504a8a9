/** What one row of a rollup stands for. `child`: a company right below the chosen one with its subtree; `whole`: one row in all. */
export type Dimension = 'whole' | 'dept' | 'child' | 'vehicle' | 'driver' | 'day' | 'month' | 'type' | 'level';

/** Tables of daily figures: the dimensions they can be grouped by (`has`), and their primary key (`by`). */
export const DAY_TABLES = {
  vehicleDay: { table: 'vehicle_day', has: ['whole', 'dept', 'child', 'vehicle', 'day', 'month'], by: ['vehicle', 'day'] },
  onlineDay: { table: 'online_day', has: ['whole', 'dept', 'child', 'vehicle', 'day', 'month'], by: ['vehicle', 'day'] },
  alarmDay: {
    table: 'alarm_day',
    has: ['whole', 'dept', 'child', 'vehicle', 'driver', 'day', 'month', 'type', 'level'],
    by: ['vehicle', 'day', 'type', 'level', 'driver'],
  },
  driverDay: {
    table: 'driver_day',
    has: ['whole', 'dept', 'child', 'vehicle', 'driver', 'day', 'month'],
    by: ['driver', 'day', 'vehicle'],
  },
  deptDay: { table: 'dept_day', has: ['whole', 'dept', 'child', 'day', 'month'], by: ['dept', 'day'] },
} as const satisfies Readonly<
  Record<string, { readonly table: string; readonly has: readonly Dimension[]; readonly by: readonly Dimension[] }>
>;
export type DayTable = keyof typeof DAY_TABLES;
