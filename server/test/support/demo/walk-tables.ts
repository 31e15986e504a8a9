/** Reports that may have no rows in the demo, and why. */
export const MAY_BE_EMPTY: Readonly<Record<number, string>> = {
  170604: 'alarms of vehicles with a faulty camera, which may have none',
};

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
  402005: 'in the months before its first week no single alarm was handled',
  408001: 'of the months before its first week there are sums of alarms alone, and none to be confirmed',
  408002: 'of the months before its first week there are sums of alarms alone, and none to be confirmed',
};

/** Columns that may be empty, and figures that may be the same, in all rows of the demo, and why, by `<report>.<column>`. */
export const FLAT_COLUMNS: Readonly<Record<string, string>> = {
  '404001.areaName': 'the alarms of one vehicle, which may have none in a geofence',
  '404005.driverName': 'another choice of its filter groups by it',
  '404010.driverName': 'another choice of its filter groups by it',
  '404012.driverName': 'another choice of its filter groups by it',
  '170601.carNo': 'another choice of its filter groups by it',
  '403002.carNo': 'another choice of its filter groups by it',
  '403003.carNo': 'another choice of its filter groups by it',
  '403004.carNo': 'another choice of its filter groups by it',
  '418001.carNo': 'another choice of its filter groups by it',
  '418002.carNo': 'another choice of its filter groups by it',
  '418002.plateColor': 'another choice of its filter groups by it',
  '405012.deptName': 'another choice of its filter groups by it',
  '405012.carNo': 'another choice of its filter groups by it',
  '418003.userName': 'another choice of its filter groups by it',
  '404010.onlineCount': 'of companies, and it is grouped by vehicle',
  '404010.overCars': 'of companies, and it is grouped by vehicle',
  '404010.overPerCar': 'of companies, and it is grouped by vehicle',
  '404012.fatigueCars': 'of companies, and it is grouped by vehicle',
  '404012.onlineCount': 'of companies, and it is grouped by vehicle',
  '404012.fatiguePerCar': 'of companies, and it is grouped by vehicle',
  '402003.onlineDays': 'of vehicles, and it is grouped by company',
  '418002.onlineDays': 'of vehicles, and it is grouped by company',
  '401002.onlineTimes': 'an uploaded day has one session',
  '401002.offTimes': 'an uploaded day has one session',
  '401018.newCount': 'vehicles joined months ago',
  '700052.alarmText': 'changes of the status alone, and few of them come with an alarm',
  '401010.qualityText': 'the positions of one vehicle, without faults',
  '403003.errCoord': 'the one fault of its terminals is a wrong heading',
  '403003.errTime': 'the one fault of its terminals is a wrong heading',
  '403003.errSpeed': 'the one fault of its terminals is a wrong heading',
  '403003.errAltitude': 'the one fault of its terminals is a wrong heading',
  '403003.errOther': 'the one fault of its terminals is a wrong heading',
  '406004.heading': 'the one fault of its terminals is a wrong heading',
  '409001.ledgerSign': 'only the company of the operators has ledgers',
  '409002.ledgerSign': 'only the company of the operators has ledgers',
  '409003.ledgerSign': 'only the company of the operators has ledgers',
  '408003.ledgerAct': 'only the company of the operators has ledgers',
  '170602.lvl1Count': 'cameras tell levels 2 and 3 of the product',
  '408008.lvl1Count': 'cameras tell levels 2 and 3 of the product',
  '419002.reqHours': 'a plan a month asks the same hours of all drivers',
  '419003.reqHours': 'a plan a month asks the same hours of all drivers',
  '401022.sessCount': 'a shift is one session',
  '401020.remark': 'no user wrote one',
  '406003.remark': 'no user wrote one',
  '402007.supScore': 'all supervisions were answered',
  '408009.onlineRate': 'every company was online',
  '408009.moveCount': 'terminals of a small fleet are seldom moved unplugged',
  '418001.noPosCars': 'terminals of a small fleet are seldom moved unplugged',
  '418001.breakCars': 'terminals of a small fleet are seldom moved unplugged',
  '418001.moveCars': 'terminals of a small fleet are seldom moved unplugged',
  '418001.moveCount': 'terminals of a small fleet are seldom moved unplugged',
  '403005.chkLimit': 'superior platforms give ten minutes',
  '408001.vioCount': 'of the months before its first week there are sums of alarms alone',
  '408001.warnLevel': 'of the months before its first week there are sums of alarms alone',
  '408001.handledCount': 'of the months before its first week there are sums of alarms alone',
  '408001.handleRate': 'of the months before its first week there are sums of alarms alone',
  '408002.vioCount': 'of the months before its first week there are sums of alarms alone',
  '408002.grade1': 'of the months before its first week there are sums of alarms alone',
  '408002.grade2': 'of the months before its first week there are sums of alarms alone',
  '408002.grade3': 'of the months before its first week there are sums of alarms alone',
  '408002.grade4': 'of the months before its first week there are sums of alarms alone',
  '408002.maxSpeed': 'of the months before its first week there are sums of alarms alone',
  '408002.warnLevel': 'of the months before its first week there are sums of alarms alone',
  '408011.staffCount': 'one shift after the other has one person',
  '408011.staffNeed': 'one shift after the other has one person',
  '407011.duration': 'tyre alarms are of a moment',
  '404001.evidCount': 'the alarms of one vehicle, which may all be of before its files',
  '404007.evidCount': 'alarms of the first days are of before their files',
  '170401.frontSpeed': 'a small fleet may have few alarms of this kind',
  '170401.frontGap': 'a small fleet may have few alarms of this kind',
  '170401.departSide': 'a small fleet may have few alarms of this kind',
  '170401.roadSign': 'only alarms about signs have one',
  '170401.signValue': 'only alarms about signs have one',
  '170402.fatigueDegree': 'a small fleet may have few alarms of this kind',
  '170402.evidImg': 'a small fleet may have no files of drivers',
  '170402.evidVideo': 'a small fleet may have no files of drivers',
  '170402.evidExpected': 'a small fleet may have no files of drivers',
  '170402.evidReceived': 'a small fleet may have no files of drivers',
  '170402.evidUrl': 'a small fleet may have no files of drivers',
  '170508.rankNo': 'the top company has no others beside it',
};

/** Figures that may lead nowhere on a demo, and why, by `<report>.<column>.<target>`. */
export const RARE: Readonly<Record<string, string>> = {
  '401011.driveSec.405001': 'a trip belongs to the day it began on, time on the road to each of its days',
  '401011.parkSec.405003': 'a stop belongs to the day it began on, time parked to each of its days',
  '402001.driftCars.403004': 'antennas that drift three times a day are few',
  '404002.deviceCount.404003': 'terminals are hardly ever broken',
  '404003.deviceCount.404001': 'terminals are hardly ever broken',
  '405015.devCount.404014': 'vehicles of the demo keep to their routes',
  '408008.evidReceived.170604': 'leads to the files that did not come',
  '418001.noPosCars.401005': 'every online vehicle has a fix at some time of a month',
  '418002.onlineDays.401002': 'days online are told of vehicles, companies have their share',
};

/** Reports of single facts: for months before its first week a demo has only sums, so these have no rows behind figures. */
export const SINGLE_FACTS: ReadonlySet<number> = new Set([
  404001, 404003, 404007, 404009, 404011, 404014, 405001, 406001, 406002, 406003, 406004, 408006, 401003,
]);

/** Columns that have a value in some row, however few rows there are. */
export const SHOWN: ReadonlySet<string> = new Set(['prevScore', 'rankNo']);
