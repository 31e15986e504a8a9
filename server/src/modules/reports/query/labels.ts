import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { consoleRoutes } from '@fleetwarden/contract/console-routes';
import { spanText } from '@fleetwarden/contract/reports/figures';
import { resources } from '@fleetwarden/contract/resources';
import { findRecordAction } from '@fleetwarden/contract/resources/record-actions';
import { ALARM_BITS } from '@fleetwarden/domain/alarm-bits';
import { accOn, decodeLoad, isFixed, type StatusKey, statusKeys } from '@fleetwarden/domain/status-bits';
import { getText, type Language, texts } from '@fleetwarden/locale/languages';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ColumnKey } from '../columns/dictionary.ts';
import { UNKNOWN_DRIVER } from '../facts/driver-columns.ts';
import { formatRegion } from '../facts/region-names.ts';
import { MAX_LABEL_CHARACTERS } from '../model/limits.ts';
import { alarmNames, findColumnText, findReportText } from '../model/option-texts.ts';

type LabelFormat = (value: unknown, language: ReplyLanguage) => string;

const BETWEEN = ', ';
const enumText = (language: ReplyLanguage, key: string): string => findReportText(language, 'reportEnum', key) ?? key;

/** A text by module and key; undefined if missing. */
const findText = (language: ReplyLanguage, area: string, key: string): string | undefined => {
  const dotted = [area, key].join('.');
  const text = getText(language, dotted);
  return text === dotted ? undefined : text;
};

/** Bits that are left out: hemispheres are no state, ignition and fix are always shown. */
const HIDDEN_BITS: ReadonlySet<StatusKey> = new Set(['accOn', 'fixed', 'south', 'west']);

const statusWords: LabelFormat = (value, language) => {
  const bits = Number(value);
  const load = decodeLoad(bits);
  return [
    accOn(bits) ? 'accOn' : 'accOff',
    isFixed(bits) ? 'fixed' : 'unfixed',
    ...(load === 'half' || load === 'full' ? [load] : []),
    ...statusKeys(bits).filter((key) => !HIDDEN_BITS.has(key)),
  ]
    .map((key) => enumText(language, `STATUS_WORD_${key}`))
    .join(BETWEEN);
};

const alarmWords: LabelFormat = (value, language) =>
  ALARM_BITS.filter(({ bit }) => ((Number(value) >>> bit) & 1) === 1)
    .map(({ key }) => getText(language, `alarm.${key}`))
    .join(BETWEEN);

/** Bits of `position.quality`. */
const FAULTS = [1, 2, 4, 8, 16, 32, 64];
/** From bits, or from a comma-separated list of bits. */
const qualityWords: LabelFormat = (value, language) =>
  (typeof value === 'string' ? value.split(',') : FAULTS.filter((bit) => (Number(value) & bit) !== 0))
    .map((bit) => enumText(language, `ERR_KIND_${bit}`))
    .join(BETWEEN);

/** A record kind without a text of its own has the name of its page. */
const moduleName: LabelFormat = (value, language) => {
  const area = String(value);
  const page = Object.entries(resources).find(([name]) => name === area)?.[1].page;
  const route = page && consoleRoutes.find(({ path }) => path === page);
  return findText(language, 'auditArea', area) ?? (route ? getText(language, route.title) : area);
};

const actionName: LabelFormat = (value, language) => {
  const call = String(value);
  const record = findRecordAction(call);
  return findText(language, 'auditAction', call) ?? (record ? getText(language, `resource.audit_${record}`) : call);
};

const commandName: LabelFormat = (value, language) => {
  const code = String(value);
  return isCommandCode(code) ? getText(language, terminalCommands[code].nameKey) : code;
};

const plain = (value: unknown): string =>
  value === null || value === undefined ? '-' : typeof value === 'string' ? value : JSON.stringify(value);
/** Limits the length of a cell. */
const truncate = (text: string): string =>
  text.length > MAX_LABEL_CHARACTERS ? `${text.slice(0, MAX_LABEL_CHARACTERS)}…` : text;

type State = Readonly<Record<string, unknown>> | null;
/** The changed fields, with their labels. */
const changedFields: LabelFormat = (value, language) => {
  const { area, before, after } = value as { readonly area: string; readonly before: State; readonly after: State };
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return truncate(
    keys
      .filter((key) => plain(before?.[key]) !== plain(after?.[key]))
      .map((key) => {
        const label = findText(language, area, key) ?? key;
        return before === null ? `${label}: ${plain(after?.[key])}` : `${label}: ${plain(before[key])} → ${plain(after?.[key])}`;
      })
      .join('; '),
  );
};

/** Fields that must not appear in reports. */
const SECRET: ReadonlySet<string> = new Set(['authCode', 'sealedPassword']);
const parameters: LabelFormat = (value, language) => {
  const { code, params } = value as { readonly code: string; readonly params: Readonly<Record<string, unknown>> };
  const labels = isCommandCode(code) ? terminalCommands[code].labels : {};
  return truncate(
    Object.entries(params)
      .filter(([key]) => !SECRET.has(key))
      .map(([key, of]) => `${labels[key] === undefined ? key : getText(language, labels[key])}: ${plain(of)}`)
      .join('; '),
  );
};

/** `smsRule` of messages without a rule. */
export const RULE_BY_HAND = '#manual';
export const RULE_OF_EDUCATION = '#education';
const ruleName: LabelFormat = (value, language) =>
  value === RULE_BY_HAND
    ? getText(language, 'sms.manual')
    : value === RULE_OF_EDUCATION
      ? getText(language, 'sms.education')
      : String(value);

/** The result of a command, or the reason of a provider. */
const failure: LabelFormat = (value, language) =>
  typeof value === 'number' ? enumText(language, `CMD_RESULT_${value}`) : String(value);

/** Names are shown unchanged. */
const driverName: LabelFormat = (value, language) => (value === UNKNOWN_DRIVER ? enumText(language, 'DRIVER_0') : String(value));
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 1, useGrouping: false });
/** `label value unit` of a column. */
const figure = (language: ReplyLanguage, column: 'maxSpeed' | 'limitSpeed', value: number): string =>
  `${findColumnText(language, 'reportColumn', column)} ${NUMBER.format(value)} ${findReportText(language, 'reportUnit', 'kmh')}`;

/** A violation: type, speed, limit and duration. */
const violation: LabelFormat = (value, language) => {
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
    ...(seconds > 0 ? [`${findColumnText(language, 'reportColumn', 'duration')} ${spanText(seconds)}`] : []),
  ].join(BETWEEN);
};

/** How an alarm was handled, with the note; marked if the entry is late. */
const measureTaken: LabelFormat = (value, language) => {
  const { deal, notes, late } = value as { readonly deal: number | null; readonly notes: string; readonly late: boolean };
  const way = deal === null ? [] : [enumText(language, `DEAL_TYPE_${deal}`)];
  const data = truncate([...way, ...(notes === '' ? [] : [notes])].join(': '));
  return late ? `${data} (${findReportText(language, 'reportDocument', 'lateEntry')})` : data;
};

/** yyyy-MM-dd HH:mm:ss in GMT+8, the time of recorders. */
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
/** The data of a recorder in brief. Of memory: the number of blocks and their time. */
const recorded: LabelFormat = (value, language) => {
  const data = value as Recorded;
  const label = (column: ColumnKey, of: string): string => `${findColumnText(language, 'reportColumn', column)} ${of}`;
  const times = [...timeWord(data.from), ...timeWord(data.to)];
  return truncate(
    [
      ...(data.standard === undefined ? [] : [`GB/T 19056-${data.standard} (${data.revision})`]),
      data.licenceNo,
      data.model,
      data.serialNo === undefined ? undefined : `No. ${data.serialNo}`,
      ...timeWord(data.clockAt),
      ...(data.odometerKm === undefined
        ? []
        : [label('odometer', `${NUMBER.format(data.odometerKm)} ${findReportText(language, 'reportUnit', 'km')}`)]),
      ...timeWord(data.installedAt).map((time) => label('installDate', time)),
      ...(data.pulsesPerKm === undefined ? [] : [`${data.pulsesPerKm} /km`]),
      ...(data.plate === undefined ? [] : [data.plate, data.plateClass, label('vin', data.vin ?? '')]),
      ...(data.signals ?? []).map((signal, bit) => (signal === '' ? '' : `D${bit} ${signal}`)),
      ...(data.blocks === undefined ? [] : [`${data.blocks} × ${times.length > 0 ? `(${times.join(' ~ ')})` : ''}`]),
      ...(data.maxKmh === undefined ? [] : [figure(language, 'maxSpeed', data.maxKmh)]),
    ]
      .filter((part) => part !== undefined && part.trim() !== '')
      .join(BETWEEN),
  );
};

const columnNames: LabelFormat = (value, language) =>
  (value as readonly string[]).map((key) => findColumnText(language, 'reportColumn', key) ?? key).join(BETWEEN);

const enumList =
  (values: string): LabelFormat =>
  (value, language) =>
    (Array.isArray(value) ? value : [value]).map((each) => enumText(language, `${values}_${String(each)}`)).join(BETWEEN);

/** One code, or a comma-separated list. */
const regionNames: LabelFormat = (value) => String(value).split(',').map(formatRegion).join(BETWEEN);

/** Columns whose queries return bits, keys or records, with the functions that label them. */
const LABELS: Partial<Readonly<Record<ColumnKey, LabelFormat>>> = {
  statusText: statusWords,
  alarmText: alarmWords,
  qualityText: qualityWords,
  regionName: regionNames,
  outRegions: regionNames,
  opModule: moduleName,
  opAction: actionName,
  opDetail: changedFields,
  driverName: driverName,
  cmdName: commandName,
  cmdParam: parameters,
  ledgerText: violation,
  ledgerAct: measureTaken,
  qualNote: columnNames,
  recText: recorded,
  msgForm: enumList('MSG_FORM'),
  msgFail: failure,
  smsRule: ruleName,
};

export const hasLabel = (key: string): boolean => Object.hasOwn(LABELS, key);
/** The label of such a cell; null if empty. */
export const formatLabel = (key: string, value: unknown, language: ReplyLanguage): string | null =>
  value === null || value === undefined ? null : LABELS[key as ColumnKey]!(value, language) || null;

/** Modules of the operation log with a name. */
export const AUDIT_MODULES: readonly string[] = [...Object.keys(texts.zh.auditArea), ...Object.keys(resources)];

/** The values whose label contains a text, in any language. */
export function matchLabels<V extends string>(key: 'opModule' | 'cmdName' | 'smsRule', values: readonly V[], text: string): V[] {
  const part = text.toLowerCase();
  const languages = Object.keys(texts) as Language[];
  return values.filter((value) => languages.some((language) => LABELS[key]!(value, language).toLowerCase().includes(part)));
}
