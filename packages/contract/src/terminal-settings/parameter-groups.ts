import type { PermissionCode } from '../call.ts';

/** A group of parameters: the page that shows it, with the codes to view its values and to send them. */
type ParameterGroupRow = { readonly page: PermissionCode; readonly view: PermissionCode; readonly send: PermissionCode };

const ofPage = <const C extends PermissionCode>(page: C): ParameterGroupRow => ({
  page,
  view: `${page}01` as PermissionCode,
  send: `${page}09` as PermissionCode,
});

/** Parameters by the form that shows them (screen catalogue 8.2, 8.3, 8.5). */
export const PARAMETER_GROUPS = {
  vehicle: ofPage('70401'),
  overspeed: ofPage('70402'),
  fatigue: ofPage('70403'),
  alarmMasks: ofPage('70404'),
  collision: ofPage('70404'),
  server: ofPage('70406'),
  report: ofPage('70102'),
  period: ofPage('70103'),
  call: ofPage('70105'),
  image: ofPage('70106'),
  video: ofPage('70106'),
  timedPhoto: ofPage('70107'),
  gnss: ofPage('70108'),
  can: ofPage('70108'),
  adas: ofPage('703'),
  dsm: ofPage('703'),
  tpms: ofPage('703'),
  bsd: ofPage('703'),
} as const satisfies Readonly<Record<string, ParameterGroupRow>>;

export type ParameterGroup = keyof typeof PARAMETER_GROUPS;

const groups: readonly ParameterGroupRow[] = Object.values(PARAMETER_GROUPS);
const unique = (codes: readonly PermissionCode[]): PermissionCode[] => [...new Set(codes)];

/** Codes of the pages that show all parameters: 查询终端参数, 车辆设置. */
const ALL_VIEW: readonly PermissionCode[] = ['7011701', '7040101'];
/** Codes that read any parameter from a terminal. */
const ALL_READ: readonly PermissionCode[] = ['7011709', '7040109'];

/** Any of these admits to stored values, to reading them from terminals, and to setting them. Each value needs its own code. */
export const VIEW_CODES: readonly PermissionCode[] = unique([...ALL_VIEW, ...groups.map(({ view }) => view)]);
export const READ_CODES: readonly PermissionCode[] = unique([...ALL_READ, ...groups.map(({ send }) => send)]);
export const SEND_CODES: readonly PermissionCode[] = unique(groups.map(({ send }) => send));

type Rights = { has(code: string): boolean };

/** Whether a user may see values of a group; a secret value needs the code of its own page. */
export const mayViewGroup = (rights: Rights, group: ParameterGroup, secret = false): boolean =>
  rights.has(PARAMETER_GROUPS[group].view) || (!secret && ALL_VIEW.some((code) => rights.has(code)));

/** Whether a user may read values of a group from terminals. */
export const mayReadGroup = (rights: Rights, group: ParameterGroup): boolean =>
  rights.has(PARAMETER_GROUPS[group].send) || mayReadAll(rights);

/** Whether a user may read all parameters of a terminal. */
export const mayReadAll = (rights: Rights): boolean => ALL_READ.some((code) => rights.has(code));

/** Whether a user may set values of a group. */
export const maySetGroup = (rights: Rights, group: ParameterGroup): boolean => rights.has(PARAMETER_GROUPS[group].send);
