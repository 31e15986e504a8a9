/** Driving profile of a demo vehicle: a kind of the simulator. */
export type DemoKind =
  | 'heavyTruck'
  | 'container'
  | 'coldChain'
  | 'hazmat'
  | 'freight'
  | 'coach'
  | 'tourCoach'
  | 'bus'
  | 'taxi'
  | 'delivery'
  | 'dumpTruck'
  | 'sanitation';

/** Plates of a kind: the product's colour code, and the shape of the number after the province's letters. */
type PlateStyle = { readonly colour: number; readonly shape: 'letterAndFour' | 'smallElectric' | 'largeElectric' };

const YELLOW: PlateStyle = { colour: 2, shape: 'letterAndFour' };
const GRADIENT_GREEN: PlateStyle = { colour: 8, shape: 'smallElectric' };
const YELLOW_GREEN: PlateStyle = { colour: 7, shape: 'largeElectric' };

/** Record values of a kind: JT/T 697.7 vehicle type, industry (screen catalogue 12.4), plate, seats, and rated load in tonnes. */
export const KIND_RECORDS: Record<
  DemoKind,
  {
    readonly vehicleType: number;
    readonly industry: number;
    readonly plate: PlateStyle;
    readonly seats: number;
    readonly tonnage: number;
  }
> = {
  heavyTruck: { vehicleType: 36, industry: 4, plate: YELLOW, seats: 3, tonnage: 32 },
  container: { vehicleType: 31, industry: 13, plate: YELLOW, seats: 3, tonnage: 30.5 },
  coldChain: { vehicleType: 33, industry: 12, plate: YELLOW, seats: 2, tonnage: 18 },
  hazmat: { vehicleType: 40, industry: 3, plate: YELLOW, seats: 2, tonnage: 25 },
  freight: { vehicleType: 22, industry: 5, plate: YELLOW, seats: 3, tonnage: 9.9 },
  coach: { vehicleType: 11, industry: 1, plate: YELLOW, seats: 53, tonnage: 0 },
  tourCoach: { vehicleType: 12, industry: 2, plate: YELLOW, seats: 49, tonnage: 0 },
  bus: { vehicleType: 11, industry: 6, plate: YELLOW_GREEN, seats: 34, tonnage: 0 },
  taxi: { vehicleType: 14, industry: 7, plate: GRADIENT_GREEN, seats: 5, tonnage: 0 },
  delivery: { vehicleType: 23, industry: 5, plate: GRADIENT_GREEN, seats: 2, tonnage: 1.5 },
  dumpTruck: { vehicleType: 39, industry: 11, plate: YELLOW, seats: 2, tonnage: 16 },
  sanitation: { vehicleType: 39, industry: 17, plate: YELLOW_GREEN, seats: 3, tonnage: 8 },
};

export type DemoFleet = {
  readonly company: string;
  readonly name: string;
  readonly kind: DemoKind;
  readonly home: string;
  /** Code of the division where its vehicles are registered. */
  readonly code: string;
  /** Province and office of the plates; no two fleets share one. */
  readonly plates: string;
  /** Its part of the whole. */
  readonly weight: number;
};

export const ROOT_DEPARTMENT = '车队卫士演示集团';

export const COMPANIES = ['华北公司', '华东公司', '华南公司', '华中公司', '西部公司'] as const;

/** The fleets of the demo group, by company. */
export const FLEETS: readonly DemoFleet[] = [
  { company: '华北公司', name: '北京城配车队', kind: 'delivery', home: '北京', code: '110000', plates: '京A', weight: 5 },
  { company: '华北公司', name: '天津集装箱车队', kind: 'container', home: '天津', code: '120000', plates: '津A', weight: 6 },
  { company: '华北公司', name: '济南干线车队', kind: 'heavyTruck', home: '济南', code: '370100', plates: '鲁A', weight: 9 },
  { company: '华北公司', name: '沈阳普货车队', kind: 'freight', home: '沈阳', code: '210100', plates: '辽A', weight: 5 },
  { company: '华东公司', name: '上海冷链车队', kind: 'coldChain', home: '上海', code: '310000', plates: '沪A', weight: 8 },
  { company: '华东公司', name: '苏州干线车队', kind: 'heavyTruck', home: '苏州', code: '320500', plates: '苏E', weight: 9 },
  { company: '华东公司', name: '杭州旅游包车车队', kind: 'tourCoach', home: '杭州', code: '330100', plates: '浙A', weight: 4 },
  { company: '华东公司', name: '南京出租车队', kind: 'taxi', home: '南京', code: '320100', plates: '苏A', weight: 7 },
  { company: '华南公司', name: '广州班线车队', kind: 'coach', home: '广州', code: '440100', plates: '粤A', weight: 6 },
  { company: '华南公司', name: '深圳集装箱车队', kind: 'container', home: '深圳', code: '440300', plates: '粤B', weight: 6 },
  { company: '华南公司', name: '佛山危货车队', kind: 'hazmat', home: '佛山', code: '440600', plates: '粤E', weight: 5 },
  { company: '华中公司', name: '武汉公交车队', kind: 'bus', home: '武汉', code: '420100', plates: '鄂A', weight: 7 },
  { company: '华中公司', name: '郑州干线车队', kind: 'heavyTruck', home: '郑州', code: '410100', plates: '豫A', weight: 8 },
  { company: '华中公司', name: '长沙渣土车队', kind: 'dumpTruck', home: '长沙', code: '430100', plates: '湘A', weight: 3 },
  { company: '西部公司', name: '成都班线车队', kind: 'coach', home: '成都', code: '510100', plates: '川A', weight: 5 },
  { company: '西部公司', name: '重庆普货车队', kind: 'freight', home: '重庆', code: '500000', plates: '渝A', weight: 4 },
  { company: '西部公司', name: '西安环卫车队', kind: 'sanitation', home: '西安', code: '610100', plates: '陕A', weight: 3 },
];
