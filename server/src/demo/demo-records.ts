import { DAY_MS } from '@fleetwarden/domain/durations';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import { type DemoFleet, FLEETS, KIND_RECORDS } from './fleets.ts';

/** A vehicle of the demo with its driver and terminal. A function of its number alone. */
export type DemoVehicle = {
  readonly fleet: DemoFleet;
  readonly plate: string;
  /** The product's colour code. */
  readonly plateColour: number;
  readonly vin: string;
  readonly driverName: string;
  readonly driverPhone: string;
  /** A number of the right form from a division that does not exist; the licence has the same, as licences do. */
  readonly idCard: string;
  readonly qualNo: string;
  /** Days ahead of any date of the demo's own, spread so that something is always due and something past; from -10. */
  readonly dueInDays: number;
  readonly phone: string;
  /** Of its SIM card, as the simulated terminal says it (simulator/src/answers.ts). */
  readonly iccid: string;
  readonly terminalNo: string;
  readonly maker: string;
  readonly model: string;
  readonly version: 2011 | 2013 | 2019;
};

/** A terminal as the simulator's fleet file names it. */
export type SimulatedTerminal = {
  readonly phone: string;
  readonly version: number;
  readonly plate: string;
  readonly plateColour: number;
  readonly terminalNo: string;
  readonly maker: string;
  readonly model: string;
  readonly kind: string;
  readonly seed: number;
  readonly homeCity: string;
  readonly drivers: readonly { readonly name: string; readonly certNo: string; readonly idNo: string }[];
  /** How its uploads of files of alarms fail (simulator/src/evidence/upload-faults.ts). */
  readonly evidence?: 'refusing' | 'unreachable';
};

/** Most vehicles a demo can have: terminal numbers have five digits. */
export const MAX_DEMO_VEHICLES = 100_000;

const SURNAMES = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余'];
const GIVEN_NAMES = [
  '建国',
  '志强',
  '伟',
  '军',
  '勇',
  '建军',
  '永强',
  '海涛',
  '立新',
  '国庆',
  '文斌',
  '春生',
  '德胜',
  '小龙',
  '振华',
  '玉明',
  '鹏',
  '俊杰',
  '长江',
  '根生',
  '金宝',
  '学文',
  '爱民',
  '洪波',
  '丽娟',
  '秀英',
  '红梅',
  '晓燕',
  '广平',
  '新民',
  '天宇',
  '少华',
];
/** Plates have no I and no O. */
const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];
/** Prime, and prime to the counts of plates, so that no two vehicles of a fleet get one plate. */
const STRIDE = 7907;

/** The fleet of each vehicle in a cycle, so that all fleets grow evenly. */
const ROUND: readonly DemoFleet[] = (() => {
  const total = FLEETS.reduce((sum, fleet) => sum + fleet.weight, 0);
  const joined = new Map(FLEETS.map((fleet) => [fleet, 0]));
  const behind = (fleet: DemoFleet) => (joined.get(fleet)! + 1) / fleet.weight;
  return Array.from({ length: total }, () => {
    const next = FLEETS.reduce((best, fleet) => (behind(fleet) < behind(best) ? fleet : best));
    joined.set(next, joined.get(next)! + 1);
    return next;
  });
})();

/** Number of earlier vehicles in the same fleet. */
function placeInFleet(index: number): number {
  const fleet = ROUND[index % ROUND.length]!;
  const before = ROUND.slice(0, index % ROUND.length).filter((other) => other === fleet).length;
  return Math.floor(index / ROUND.length) * fleet.weight + before;
}

function formatPlate(fleet: DemoFleet, place: number): string {
  const { shape } = KIND_RECORDS[fleet.kind].plate;
  if (shape === 'letterAndFour') {
    const n = (place * STRIDE + 31_415) % (LETTERS.length * 10_000);
    return `${fleet.plates}${LETTERS[Math.floor(n / 10_000)]}${String(n % 10_000).padStart(4, '0')}`;
  }
  const digits = String((place * STRIDE + 27_182) % 100_000).padStart(5, '0');
  return shape === 'smallElectric' ? `${fleet.plates}D${digits}` : `${fleet.plates}${digits}D`;
}

/** The identity number of driver `index`: GB 11643, with its check character (ISO 7064, MOD 11-2). */
function formatIdCard(index: number): string {
  const born = new Date(Math.floor(index / 1_000) * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const digits = `990101${born}${String(index % 1_000).padStart(3, '0')}`;
  const sum = [...digits].reduce((total, digit) => (total * 2 + Number(digit)) % 11, 0);
  const check = (12 - ((sum * 2) % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`;
}

/** Vehicle number `index` of the demo, from 0. Pure. */
export function demoVehicle(index: number): DemoVehicle {
  const fleet = ROUND[index % ROUND.length]!;
  const { plate: style } = KIND_RECORDS[fleet.kind];
  const mixed = (index * 2_654_435_761) >>> 0;
  const five = String(index).padStart(5, '0');
  // plates of electric vehicles need the colours of JT/T 697.7, which only 2019 has
  const phone = `1000${String(index).padStart(7, '0')}`;
  const version = style.colour > 5 || mixed % 10 < 4 ? 2019 : mixed % 10 < 9 ? 2013 : 2011;
  return {
    fleet,
    plate: formatPlate(fleet, placeInFleet(index)),
    plateColour: style.colour,
    vin: `LFWDEM0XX0A${String(index).padStart(6, '0')}`,
    driverName: `${SURNAMES[mixed % SURNAMES.length]}${GIVEN_NAMES[(mixed >>> 8) % GIVEN_NAMES.length]}`,
    // no operator of the country hands out numbers that begin with 100
    driverPhone: `1008${String(index).padStart(7, '0')}`,
    idCard: formatIdCard(index),
    qualNo: `DEMO${String(index).padStart(8, '0')}`,
    dueInDays: ((mixed >>> 4) % 900) - 10,
    phone,
    iccid: `8986${phone.padStart(16, '0')}`,
    terminalNo: `FW${five}`,
    maker: 'FWSIM',
    model: version === 2019 ? 'FW-V9' : 'FW-V3',
    version,
  };
}

/** The vehicle whose driver is the substitute for this one's: the previous one of the same fleet, or else the next. */
function findColleague(index: number): number {
  const { fleet } = demoVehicle(index);
  for (let i = index - 1; i >= Math.max(0, index - ROUND.length); i--) if (ROUND[i % ROUND.length] === fleet) return i;
  for (let i = index + 1; ; i++) if (ROUND[i % ROUND.length] === fleet) return i;
}

/** Faulty cameras by the place of a vehicle in its cycle: two of thirty, so that failed uploads can be looked at. */
const CAMERA_FAULTS: Readonly<Record<number, 'refusing' | 'unreachable'>> = { 7: 'refusing', 19: 'unreachable' };
const FAULT_CYCLE = 30;

/** The line of the simulator's fleet file for a vehicle. */
export function simulatedTerminal(index: number): SimulatedTerminal {
  const { fleet, phone, version, plate, plateColour, terminalNo, maker, model } = demoVehicle(index);
  const evidence = CAMERA_FAULTS[index % FAULT_CYCLE];
  return {
    phone,
    version,
    plate,
    plateColour: plateColourToWire(plateColour),
    terminalNo,
    maker,
    model,
    kind: fleet.kind,
    seed: index + 1,
    homeCity: fleet.home,
    drivers: [index, findColleague(index)].map((of) => {
      const { driverName, qualNo, idCard } = demoVehicle(of);
      return { name: driverName, certNo: qualNo, idNo: idCard };
    }),
    ...(evidence ? { evidence } : {}),
  };
}
