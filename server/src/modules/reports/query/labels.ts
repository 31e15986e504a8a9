import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { spanText } from '@fleetwarden/contract/reports/figures';
import { resources } from '@fleetwarden/contract/resources';
import { recordActionOf } from '@fleetwarden/contract/resources/record-actions';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import { accOn, isFixed, loadOf, type StatusKey, statusKeys } from '@fleetwarden/domain/status-bits';
import { type Language, textOf, texts } from '@fleetwarden/locale/languages';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ColumnKey } from '../columns/dictionary.ts';
import { UNKNOWN_DRIVER } from '../facts/driver-columns.ts';
import { regionName } from '../facts/region-names.ts';
import { MAX_WORDS } from '../model/limits.ts';
import { alarmNames, columnText, reportText } from '../model/option-texts.ts';

type Wording = (value: unknown, language: ReplyLanguage) => string;

const BETWEEN = ', ';
const enumText = (language: ReplyLanguage, key: string): string => reportText(language, 'reportEnum', key) ?? key;

/** A text by its area and key; undefined where there is none. */
const found = (language: ReplyLanguage, area: string, key: string): string | undefined => {
  const dotted = [area, key].join('.');
  const text = textOf(language, dotted);
  return text === dotted ? undefined : text;
};

/** Hemispheres are no state of a vehicle, and what ignition and fix are is always said. */
const SAID: ReadonlySet<StatusKey> = new Set(['accOn', 'fixed', 'south', 'west']);

const statusWords: Wording = (value, language) => {
  const bits = Number(value);
  const load = loadOf(bits);
  return [
    accOn(bits) ? 'accOn' : 'accOff',
    isFixed(bits) ? 'fixed' : 'unfixed',
    ...(load === 'half' || load === 'full' ? [load] : []),
    ...statusKeys(bits).filter((key) => !SAID.has(key)),
  ]
    .map((key) => enumText(language, `STATUS_WORD_${key}`))
    .join(BETWEEN);
};

const alarmWords: Wording = (value, language) =>
  ALARM_BITS.filter(({ bit }) => ((Number(value) >>> bit) & 1) === 1)
    .map(({ key }) => textOf(language, `alarm.${key}`))
    .join(BETWEEN);

/** The faults of a position, by their bits in `position.quality`. */
const FAULTS = [1, 2, 4, 8, 16, 32, 64];
/** Of the bits, or of each of them with a comma between. */
const qualityWords: Wording = (value, language) =>
  (typeof value === 'string' ? value.split(',') : FAULTS.filter((bit) => (Number(value) & bit) !== 0))
    .map((bit) => enumText(language, `ERR_KIND_${bit}`))
    .join(BETWEEN);

/** Records are in areas of their kinds' names: those have the name of the page that keeps them. */
const moduleName: Wording = (value, language) => {
  const area = String(value);
  const page = Object.entries(resources).find(([name]) => name === area)?.[1].page;
  const route = page && consoleRoutes.find(({ path }) => path === page);
  return found(language, 'auditArea', area) ?? (route ? textOf(language, route.title) : area);
};

const actionName: Wording = (value, language) => {
  const call = String(value);
  const record = recordActionOf(call);
  return found(language, 'auditAction', call) ?? (record ? textOf(language, `resource.audit_${record}`) : call);
};

const commandName: Wording = (value, language) => {
  const code = String(value);
  return isCommandCode(code) ? textOf(language, terminalCommands[code].nameKey) : code;
};

const plain = (value: unknown): string =>
  value === null || value === undefined ? '-' : typeof value === 'string' ? value : JSON.stringify(value);
/** No cell holds a whole file of areas. */
const short = (text: string): string => (text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text);

type State = Readonly<Record<string, unknown>> | null;
/** What differs, each field by the name it has where it is filled in. */
const difference: Wording = (value, language) => {
  const { area, before, after } = value as { readonly area: string; readonly before: State; readonly after: State };
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return short(
    keys
      .filter((key) => plain(before?.[key]) !== plain(after?.[key]))
      .map((key) => {
        const label = found(language, area, key) ?? key;
        return before === null ? `${label}: ${plain(after?.[key])}` : `${label}: ${plain(before[key])} → ${plain(after?.[key])}`;
      })
      .join('; '),
  );
};

/** What nobody is to read who may read that a command was sent. */
const SECRET: ReadonlySet<string> = new Set(['authCode', 'sealedPassword']);
const parameters: Wording = (value, language) => {
  const { code, params } = value as { readonly code: string; readonly params: Readonly<Record<string, unknown>> };
  const labels = isCommandCode(code) ? terminalCommands[code].labels : {};
  return short(
    Object.entries(params)
      .filter(([key]) => !SECRET.has(key))
      .map(([key, of]) => `${labels[key] === undefined ? key : textOf(language, labels[key])}: ${plain(of)}`)
      .join('; '),
  );
};

/** Names stand as they are. */
const driverNameOf: Wording = (value, language) => (value === UNKNOWN_DRIVER ? enumText(language, 'DRIVER_0') : String(value));
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1, useGrouping: false });
/** `label value unit` of a column. */
const figure = (language: ReplyLanguage, column: 'maxSpeed' | 'limitSpeed', value: number): string =>
  `${columnText(language, 'reportColumn', column)} ${NUMBER.format(value)} ${reportText(language, 'reportUnit', 'kmh')}`;

/** A violation: its kind, how fast somebody drove where that is what it is about, the limit, and how long it lasted. */
const violation: Wording = (value, language) => {
  const { type, kmh, limit, seconds } = value as {
    readonly type: number;
    readonly kmh: number | null;
    readonly limit: number | null;
    readonly seconds: number;
  };
  return [
    alarmNames(language)[type] ?? String(type),
    ...(kmh === null ? [] : [figure(language, 'maxSpeed', kmh)]),
    ...(limit === null ? [] : [figure(language, 'limitSpeed', limit)]),
    ...(seconds > 0 ? [`${columnText(language, 'reportColumn', 'duration')} ${spanText(seconds)}`] : []),
  ].join(BETWEEN);
};

/** What was done about it, and what was written of it; that it was done after a sheet was locked. */
const measureTaken: Wording = (value, language) => {
  const { deal, notes, late } = value as { readonly deal: number | null; readonly notes: string; readonly late: boolean };
  const way = deal === null ? [] : [enumText(language, `DEAL_TYPE_${deal}`)];
  const said = short([...way, ...(notes === '' ? [] : [notes])].join(': '));
  return late ? `${said} (${reportText(language, 'reportDocument', 'lateEntry')})` : said;
};

/** yyyy-MM-dd HH:mm:ss of GMT+8, by which recorders count. */
const RECORDER_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' });
const timeWord = (at: number | null | undefined): string[] => (typeof at === 'number' ? [RECORDER_TIME.format(at)] : []);

type Recorded = {
  readonly standard?: number;
  readonly revision?: number;
  readonly licenceNo?: string;
  readonly clockAt?: number | null;
  readonly installedAt?: number | null;
  readonly odometerKm?: number;
  readonly pulsesPerKm?: number;
  readonly vin?: string;
  readonly plate?: string;
  readonly plateClass?: string;
  readonly signals?: readonly string[];
  readonly model?: string;
  readonly serialNo?: number;
  readonly blocks?: number;
  readonly from?: number | null;
  readonly to?: number | null;
  readonly maxKmh?: number;
};
/** What a recorder said, in as few words as its fields need; of memory how many blocks, and of which time. */
const recorded: Wording = (value, language) => {
  const said = value as Recorded;
  const label = (column: ColumnKey, of: string): string => `${columnText(language, 'reportColumn', column)} ${of}`;
  const times = [...timeWord(said.from), ...timeWord(said.to)];
  return short(
    [
      ...(said.standard === undefined ? [] : [`GB/T 19056-${said.standard} (${said.revision})`]),
      said.licenceNo,
      said.model,
      said.serialNo === undefined ? undefined : `No. ${said.serialNo}`,
      ...timeWord(said.clockAt),
      ...(said.odometerKm === undefined ? [] : [label('odometer', `${NUMBER.format(said.odometerKm)} km`)]),
      ...timeWord(said.installedAt).map((time) => label('installDate', time)),
      ...(said.pulsesPerKm === undefined ? [] : [`${said.pulsesPerKm} /km`]),
      ...(said.plate === undefined ? [] : [said.plate, said.plateClass, label('vin', said.vin ?? '')]),
      ...(said.signals ?? []).map((signal, bit) => (signal === '' ? '' : `D${bit} ${signal}`)),
      ...(said.blocks === undefined ? [] : [`${said.blocks} × ${times.length > 0 ? `(${times.join(' ~ ')})` : ''}`]),
      ...(said.maxKmh === undefined ? [] : [figure(language, 'maxSpeed', said.maxKmh)]),
    ]
      .filter((part) => part !== undefined && part.trim() !== '')
      .join(BETWEEN),
  );
};

/** Names of columns. */
const columnNames: Wording = (value, language) =>
  (value as readonly string[]).map((key) => columnText(language, 'reportColumn', key) ?? key).join(BETWEEN);

const listOf =
  (values: string): Wording =>
  (value, language) =>
    (Array.isArray(value) ? value : [value]).map((each) => enumText(language, `${values}_${String(each)}`)).join(BETWEEN);

/** A code, or several with a comma between. */
const regionNames: Wording = (value) => String(value).split(',').map(regionName).join(BETWEEN);

/** Columns whose query tells bits, keys or records, and what these are in words. */
const WORDED: Partial<Readonly<Record<ColumnKey, Wording>>> = {
  statusText: statusWords,
  alarmText: alarmWords,
  qualityText: qualityWords,
  regionName: regionNames,
  outRegions: regionNames,
  opModule: moduleName,
  opAction: actionName,
  opDetail: difference,
  driverName: driverNameOf,
  cmdName: commandName,
  cmdParam: parameters,
  ledgerText: violation,
  ledgerAct: measureTaken,
  qualNote: columnNames,
  recText: recorded,
  msgForm: listOf('MSG_FORM'),
  msgFail: listOf('CMD_RESULT'),
};

export const isWorded = (key: string): boolean => Object.hasOwn(WORDED, key);
/** Such a cell in words; null where it says nothing. */
export const worded = (key: string, value: unknown, language: ReplyLanguage): string | null =>
  value === null || value === undefined ? null : WORDED[key as ColumnKey]!(value, language) || null;

/** Areas of the operation log that have a name. */
export const AUDIT_AREAS: readonly string[] = [...Object.keys(texts.zh.auditArea), ...Object.keys(resources)];

/** Those of some values whose words hold a text, in whichever language somebody typed it. */
export function saidAs<V extends string>(key: 'opModule' | 'cmdName', values: readonly V[], text: string): V[] {
  const part = text.toLowerCase();
  const languages = Object.keys(texts) as Language[];
  return values.filter((value) => languages.some((language) => WORDED[key]!(value, language).toLowerCase().includes(part)));
}
