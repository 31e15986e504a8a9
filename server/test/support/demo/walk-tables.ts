/** Reports the demo has no rows for, and why. */
export const WITHOUT_ROWS: Readonly<Record<number, string>> = {};

/** Reports that may have one row in the demo, and why. Its cells differ from each other. */
export const ONE_ROW: Readonly<Record<number, string>> = {
  170501: 'the risks of one vehicle',
  170507: 'the document of one vehicle',
  170508: 'the document of one company',
  401014: 'the speeds of one vehicle',
  401019: 'few services end soon',
  402002: 'one of the operators is rated: the others carry no vehicles, or only their data',
  406003: 'a terminal of a small fleet is seldom unplugged for half an hour on the road',
  406005: 'a vehicle may be alone about the last place of one, today',
};

/** Lists of vehicles, identified by other columns than figures, and their content. */
export const REGISTERS: Readonly<Record<number, string>> = {
  401005: 'vehicles that were silent for all of the time',
  401015: 'what is known of each vehicle',
  401019: 'services that end',
};

/** Charts that may be flat on a demo, and why. */
export const FLAT_CHARTS: Readonly<Record<number, string>> = {
  402005: 'of the months before its first week nobody has decided single alarms',
  408001: 'of the months before its first week there are sums of alarms alone, and none to be confirmed',
  408002: 'of the months before its first week there are sums of alarms alone, and none to be confirmed',
};

/** Figures that may lead nowhere on a demo, and why, by `<report>.<column>.<target>`. */
export const RARE: Readonly<Record<string, string>> = {
  '401011.driveSec.405001': 'a trip belongs to the day it began on, time on the road to each of its days',
  '401011.parkSec.405003': 'a stop belongs to the day it began on, time parked to each of its days',
  '402001.driftCars.403004': 'antennas that drift three times a day are few',
  '404002.deviceCount.404003': 'terminals are hardly ever broken',
  '404003.deviceCount.404001': 'terminals are hardly ever broken',
  '405015.devCount.404014': 'vehicles of the demo keep to their routes',
  '418001.noPosCars.401005': 'whoever is online has a fix at some time of a month',
  '418002.onlineDays.401002': 'days online are told of vehicles, companies have their share',
};

/** Reports of single facts: for months before its first week a demo has only sums, so these have no rows behind figures. */
export const SINGLE_FACTS: ReadonlySet<number> = new Set([
  404001, 404003, 404007, 404009, 404011, 404014, 405001, 406001, 406002, 406003, 406004, 408006, 401003,
]);
