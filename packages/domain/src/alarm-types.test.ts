import { describe, expect, it } from 'vitest';
import { isBellAlarm, isSafetyAlarm } from './alarm-counts.ts';
import {
  ALARM_TYPES,
  decodeTyreAlarms,
  decodeVideoAlarms,
  findAlarmType,
  findConfirmMask,
  findItemAlarmType,
  getWireNumbers,
  toSettingId,
} from './alarm-types.ts';

/** Number on the wire, key and level of each kind (screen catalogue 12.7). They are stored, and sent by others: none may change. */
const NUMBERED = `
  0 emergency 3, 1 overspeed 2, 2 fatigue 3, 3 danger 2, 4 gnssFault 1, 5 antennaOpen 1, 6 antennaShort 1, 7 mainUnder 1,
  8 mainOff 2, 9 lcdFault 1, 10 ttsFault 1, 11 cameraFault 1, 12 icFault 1, 13 preOverspeed 1, 14 preFatigue 1,
  15 illegalDrive 2, 16 tyrePre 1, 17 rightBlind 2, 18 dayOver 2, 19 parkOver 1, 20 area 2, 21 route 2, 22 sectionTime 1,
  23 deviate 2, 24 vssFault 1, 25 fuel 1, 26 stolen 3, 27 illegalIgnition 2, 28 illegalMove 2, 29 collision 3,
  30 rollover 3, 31 doorOpen 2, 32 videoLoss 1, 33 videoCover 2, 34 storageFault 1, 35 videoFault 1, 36 overload 2,
  37 abnormalDrive 2, 38 recThreshold 1, 39 videoReserved 1, 40 tTemp 2, 41 tHumid 1, 42 tLoad 2, 43 tFuelDrop 2,
  44 tRefuel 1, 45 tDoorMoving 2, 46 tBattery 1, 47 tVibration 1, 48 tRemoved 2, 49 tOther 1, 50 online 1, 51 offline 1,
  52 cardIn 1, 53 cardOut 1, 54 linkDown 1, 55 linkUp 1, 56 cmdFail 1, 57 fileFail 1, 58 expiry 1, 59 epidemic 1,
  66 adasFcw 2, 67 adasLdw 2, 68 adasHmw 2, 69 adasPcw 2, 70 adasLane 2, 71 adasSign 2, 72 adasObstacle 2,
  73 adasSignEvt 1, 74 adasPhotoEvt 1, 75 adasSolid 2, 76 adasAisle 2, 77 dsmFatigue 3, 78 dsmPhone 2, 79 dsmSmoke 2,
  80 dsmDistract 2, 81 dsmAbnormal 2, 82 dsmPhotoEvt 1, 83 dsmChangeEvt 1, 84 dsmBelt 2, 85 dsmCover 2, 86 dsmGlasses 1,
  87 dsmHands 3, 88 dsmPlayPhone 2, 89 dsmOvertime 2, 90 tpmsHigh 2, 91 tpmsLow 2, 92 tpmsTemp 3, 93 tpmsSensor 1,
  94 tpmsImbalance 2, 95 tpmsLeak 2, 96 tpmsBattery 1, 97 bsdRear 2, 98 bsdLeft 2, 99 bsdRight 2, 100 pOverspeed 2,
  101 pNightOverspeed 2, 102 pRoadOverspeed 2, 103 pPreOverspeed 1, 104 pFatigue 3, 105 pPreFatigue 1, 106 pDayOver 2,
  107 pWeekOver 2, 108 pNightBan 2, 109 pRoadWarn 1, 110 pAreaIn 2, 111 pAreaOut 2, 112 pAreaSpeed 2, 113 pAreaStay 1,
  114 pDeviate 2, 115 pSection 1, 116 pKeyIn 1, 117 pKeyOut 1, 118 pPark 1, 119 pBadStop 2, 120 pOfflineMove 2,
  121 pLongOffline 1, 122 pNoFix 1, 123 pDrift 1, 124 pGap 1, 125 pMileage 1, 126 pSpeedDiff 1, 127 pExpired 2,
  128 pNoCard 1, 129 pDriverDiff 2, 130 pFuelDrop 2, 131 pRefuel 1, 132 pTemp 2, 133 pLoad 2, 134 pGather 2,
  135 pChannel 1, 136 pAsDevice 1, 137 pService 1, 138 pIllegal 2, 144 p809Warn 2, 145 p809Urge 3, 150 sCombo 3,
  151 sAccel 2, 152 sBrake 2, 153 sTurn 2, 154 sIdle 1, 155 sStall 1, 156 sCoast 2, 157 sRpm 2, 158 sBurst 3,
  159 sRiskDriver 2
`;

describe('kinds of alarms', () => {
  it('have unique numbers and keys, none in 60 to 65', () => {
    expect(ALARM_TYPES).toHaveLength(145);
    expect(new Set(ALARM_TYPES.map(({ id }) => id)).size).toBe(145);
    expect(new Set(ALARM_TYPES.map(({ key }) => key)).size).toBe(145);
    expect(ALARM_TYPES.filter(({ id }) => id >= 60 && id <= 65)).toEqual([]);
  });

  it('have the numbers and levels of the catalogue', () => {
    const wanted = NUMBERED.split(',').map((row) => row.trim());
    expect(ALARM_TYPES.map(({ id, key, level }) => `${id} ${key} ${level}`)).toEqual(wanted);
  });

  it.each([
    // kind, main type, number within
    ['a bit of the alarm word', 20, 0, 20],
    ['a bit of the video alarm word', 33, 0, 1],
    ['a manufacturer’s extension', 40, 0, 40],
    ['driver assistance (ADAS)', 73, 1, 16],
    ['the driver’s state (DSM)', 77, 2, 1],
    ['a tyre (TPMS)', 90, 3, 1],
    ['a blind spot (BSD)', 98, 4, 2],
    ['harsh driving', 151, 5, 1],
    ['a rule of the platform', 104, 9, 104],
    ['the platform itself', 150, 9, 150],
    ['an unknown source', 60, 0, 60],
  ])('of %s: %i is main type %i, number %i', (_source, id, mainType, subType) => {
    expect(getWireNumbers(id)).toEqual({ mainType, subType });
  });

  it('have unique numbers in settings too', () => {
    expect(new Set(ALARM_TYPES.map(toSettingId)).size).toBe(145);
    expect([0, 59, 66].map((id) => toSettingId({ id }))).toEqual([1, 60, 66]);
  });

  it('count as safety alarms or bell alarms by their class', () => {
    for (const { id, class: alarmClass } of ALARM_TYPES) {
      expect(isSafetyAlarm(id), `${id} is for safety`).toBe(alarmClass === 'safety');
      expect(isBellAlarm(id), `${id} rings`).toBe(alarmClass === 'ordinary');
    }
  });

  it('are confirmed to a terminal only if it waits for a confirmation', () => {
    const bits = ALARM_TYPES.flatMap(({ id }) => (findConfirmMask(id) > 0 ? [[id, findConfirmMask(id)]] : []));
    expect(bits).toEqual([0, 3, 20, 21, 22, 27, 28].map((bit) => [bit, 2 ** bit]));
  });

  it('are looked up by their source', () => {
    expect(findAlarmType(104)?.key).toBe('pFatigue');
    expect(findAlarmType(60)).toBeUndefined();
    expect(findItemAlarmType(0x64, 16)?.key).toBe('adasSignEvt');
    expect(findItemAlarmType(0x65, 8)?.key).toBe('dsmOvertime');
    expect(findItemAlarmType(0x65, 99)).toBeUndefined();
    expect(decodeVideoAlarms(0b1000010).map(({ key }) => key)).toEqual(['videoCover', 'recThreshold']);
    expect(decodeTyreAlarms(0b11000011).map(({ key }) => key)).toEqual(['tpmsHigh', 'tpmsLeak', 'tpmsBattery']);
  });
});
