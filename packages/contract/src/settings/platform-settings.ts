import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';

/** Tabs of the settings page, in their order. */
export const settingTabs = ['basic', 'map', 'online', 'alarm', 'video', 'safety', 'data', 'security', 'notice'] as const;
export type SettingTab = (typeof settingTabs)[number];

type Common = {
  readonly key: string;
  readonly tab: SettingTab;
  /** A department may have its own value, which its descendants inherit. */
  readonly departmental?: true;
  /** Whether a part of the product reads it yet. The page shows no other: a switch that does nothing is a lie. */
  readonly inForce: boolean;
};
type Unit = 'seconds' | 'minutes' | 'hours' | 'days' | 'times' | 'metres' | 'km' | 'kmh' | 'percent' | 'litres' | 'GB';

/** One setting: its type, default and level. */
export type SettingRow = Common &
  (
    | {
        readonly kind: 'text';
        readonly default: string;
        readonly minLength?: number;
        readonly maxLength: number;
        /** Channel numbers with commas between, a span of the day, the name or address of a host, or an email address. */
        readonly format?: 'channels' | 'hours' | 'host' | 'email';
      }
    /** http or https; '' if not set. */
    /** `external`: the server itself opens it, so it may not be an address of its own machine. */
    | { readonly kind: 'url'; readonly default: string; readonly external?: true }
    | {
        readonly kind: 'int' | 'number';
        readonly default: number;
        readonly min: number;
        readonly max: number;
        readonly unit?: Unit;
      }
    | { readonly kind: 'bool'; readonly default: boolean }
    | { readonly kind: 'choice'; readonly default: string; readonly options: readonly string[] }
    /** Any of the options, which are alarm types (domain/alarm-types). */
    | { readonly kind: 'choices'; readonly default: readonly string[]; readonly options: readonly string[] }
    /** One entry a line. */
    | {
        readonly kind: 'lines';
        readonly default: readonly string[];
        readonly maxLines: number;
        readonly maxLength: number;
        /** Addresses, or networks such as 10.0.0.0/8. */
        readonly format?: 'networks';
      }
    /** 'lng|lat' in degrees of the Baidu system. */
    | { readonly kind: 'lngLat'; readonly default: string }
    /** Name of a file on the server; '' if not set. */
    | { readonly kind: 'file'; readonly default: string; readonly types: readonly string[] }
    /** Write-only: stored encrypted. */
    | { readonly kind: 'secret'; readonly default: string; readonly maxLength: number }
  );

const defineSettings = <const R extends readonly SettingRow[]>(rows: R): R => rows;

/** Required by law: at least six months for positions, three years for alarms and their handling. */
const TRACK_DAYS_FLOOR = 183;
const RECORD_DAYS_FLOOR = 1096;

/** Alarm types whose terminals may announce files. */
const SAFETY_TYPES = ALARM_TYPES.filter((type) => type.class === 'safety').map(({ id }) => String(id));

/** Every setting of the platform, in the order of the page. */
export const platformSettings = defineSettings([
  { key: 'platName', tab: 'basic', kind: 'text', default: '', minLength: 2, maxLength: 30, departmental: true, inForce: true },
  { key: 'helpUrl', tab: 'basic', kind: 'url', default: '', departmental: true, inForce: true },
  { key: 'certificateUrl', tab: 'basic', kind: 'url', default: '', departmental: true, inForce: true },
  { key: 'storageUrl', tab: 'basic', kind: 'url', default: '', departmental: true, inForce: true },
  { key: 'footer', tab: 'basic', kind: 'text', default: '', maxLength: 200, departmental: true, inForce: true },
  {
    key: 'defaultLanguage',
    tab: 'basic',
    kind: 'choice',
    default: 'en',
    options: ['zh', 'en', 'es', 'ja'],
    departmental: true,
    // unused: the console uses the cookie, the browser's language, then English
    inForce: false,
  },

  { key: 'mapCentre', tab: 'map', kind: 'lngLat', default: '116.3964|39.9093', departmental: true, inForce: true },
  { key: 'mapLevel', tab: 'map', kind: 'int', default: 12, min: 3, max: 18, departmental: true, inForce: true },
  {
    key: 'mapProvider',
    tab: 'map',
    kind: 'choice',
    default: 'BaiduMap',
    options: ['BaiduMap', 'GaodeMap', 'TenxunMap'],
    departmental: true,
    inForce: true,
  },
  // signed-in consoles receive it: a browser cannot load a provider's map without it
  { key: 'baiduMapKey', tab: 'map', kind: 'secret', default: '', maxLength: 200, departmental: true, inForce: true },
  { key: 'gaodeMapKey', tab: 'map', kind: 'secret', default: '', maxLength: 200, departmental: true, inForce: true },
  { key: 'gaodeMapCode', tab: 'map', kind: 'secret', default: '', maxLength: 200, departmental: true, inForce: true },
  { key: 'tenxunMapKey', tab: 'map', kind: 'secret', default: '', maxLength: 200, departmental: true, inForce: true },
  // map tiles without a provider's key; only for the whole platform, because the page's policy must allow the host
  {
    key: 'mapSource',
    tab: 'map',
    kind: 'choice',
    default: 'boundaries',
    options: ['boundaries', 'openFreeMap', 'openStreetMap', 'xyz', 'wmts', 'vector', 'pmtiles'],
    inForce: true,
  },
  { key: 'mapSourceUrl', tab: 'map', kind: 'url', default: '', inForce: true },
  { key: 'mapSatelliteUrl', tab: 'map', kind: 'url', default: '', inForce: true },
  { key: 'mapAttribution', tab: 'map', kind: 'text', default: '', maxLength: 200, inForce: true },
  // finds streets; the built-in boundaries only find the city
  { key: 'addressServiceUrl', tab: 'map', kind: 'url', default: '', external: true, inForce: true },
  // addresses that the service found
  { key: 'geocodeDays', tab: 'map', kind: 'int', default: 30, min: 1, max: 365, unit: 'days', inForce: true },

  { key: 'offlineMinutes', tab: 'online', kind: 'int', default: 5, min: 1, max: 120, unit: 'minutes', inForce: true },
  { key: 'sleepFactor', tab: 'online', kind: 'number', default: 3, min: 1, max: 20, unit: 'times', inForce: false },
  { key: 'movingSpeedKmh', tab: 'online', kind: 'number', default: 5, min: 0, max: 30, unit: 'kmh', inForce: false },
  { key: 'driftFilter', tab: 'online', kind: 'bool', default: true, inForce: false },

  {
    key: 'alarmPollSeconds',
    tab: 'alarm',
    kind: 'int',
    default: 30,
    min: 5,
    max: 600,
    unit: 'seconds',
    // one of the four settings of a department, with centre, level and provider of the map
    departmental: true,
    inForce: true,
  },
  { key: 'alarmSound1', tab: 'alarm', kind: 'file', default: '', types: ['mp3', 'ogg', 'wav'], inForce: false },
  { key: 'alarmSound2', tab: 'alarm', kind: 'file', default: '', types: ['mp3', 'ogg', 'wav'], inForce: false },
  { key: 'alarmSound3', tab: 'alarm', kind: 'file', default: '', types: ['mp3', 'ogg', 'wav'], inForce: false },
  { key: 'handleWithin1', tab: 'alarm', kind: 'int', default: 1440, min: 1, max: 10_080, unit: 'minutes', inForce: true },
  { key: 'handleWithin2', tab: 'alarm', kind: 'int', default: 30, min: 1, max: 10_080, unit: 'minutes', inForce: true },
  { key: 'handleWithin3', tab: 'alarm', kind: 'int', default: 5, min: 1, max: 10_080, unit: 'minutes', inForce: true },
  { key: 'claimMinutes', tab: 'alarm', kind: 'int', default: 10, min: 1, max: 1440, unit: 'minutes', inForce: true },
  {
    key: 'platformChecks',
    tab: 'alarm',
    kind: 'choices',
    // types with rules (engine/rules/checks.ts; 123 comes before all rules, 121 from a check for silent terminals)
    default: ['118', '120', '122', '124', '127'],
    options: ['118', '119', '120', '121', '122', '123', '124', '126', '127', '130', '131', '137', '150', '158'],
    inForce: true,
  },
  { key: 'longStopMinutes', tab: 'alarm', kind: 'int', default: 240, min: 5, max: 10_080, unit: 'minutes', inForce: true },
  { key: 'motorwayStopMinutes', tab: 'alarm', kind: 'int', default: 5, min: 1, max: 120, unit: 'minutes', inForce: true },
  { key: 'offlineMoveMetres', tab: 'alarm', kind: 'int', default: 500, min: 50, max: 100_000, unit: 'metres', inForce: true },
  { key: 'longOfflineHours', tab: 'alarm', kind: 'int', default: 24, min: 1, max: 720, unit: 'hours', inForce: true },
  { key: 'noFixMinutes', tab: 'alarm', kind: 'int', default: 30, min: 1, max: 1440, unit: 'minutes', inForce: true },
  { key: 'gapMinutes', tab: 'alarm', kind: 'int', default: 10, min: 1, max: 1440, unit: 'minutes', inForce: true },
  { key: 'gapKm', tab: 'alarm', kind: 'number', default: 5, min: 0.1, max: 1000, unit: 'km', inForce: true },
  { key: 'mileagePercent', tab: 'alarm', kind: 'number', default: 20, min: 1, max: 100, unit: 'percent', inForce: false },
  { key: 'recorderKmh', tab: 'alarm', kind: 'number', default: 11, min: 1, max: 100, unit: 'kmh', inForce: true },
  { key: 'fuelLossLitres', tab: 'alarm', kind: 'number', default: 10, min: 1, max: 1000, unit: 'litres', inForce: true },
  { key: 'fuelGainLitres', tab: 'alarm', kind: 'number', default: 20, min: 1, max: 1000, unit: 'litres', inForce: true },

  { key: 'videoIdleMinutes', tab: 'video', kind: 'int', default: 5, min: 1, max: 60, unit: 'minutes', inForce: true },
  { key: 'videoCells', tab: 'video', kind: 'int', default: 16, min: 1, max: 64, inForce: true },
  { key: 'videoStreams', tab: 'video', kind: 'int', default: 4, min: 1, max: 16, inForce: true },
  { key: 'mainStream', tab: 'video', kind: 'bool', default: true, inForce: true },
  // 0: no limit
  { key: 'videoMonthlyGB', tab: 'video', kind: 'number', default: 0, min: 0, max: 10_000, unit: 'GB', inForce: true },
  { key: 'recordMinutes', tab: 'video', kind: 'int', default: 30, min: 1, max: 240, unit: 'minutes', inForce: true },
  { key: 'videoDays', tab: 'video', kind: 'int', default: 30, min: 1, max: 3650, unit: 'days', inForce: true },
  { key: 'videoWatermark', tab: 'video', kind: 'bool', default: true, departmental: true, inForce: true },
  // privacy of drivers and passengers: JT/T 1076 numbers the driver 1, the compartment 4, 5 and 11; microphones 33, 36 and 37
  {
    key: 'cabinChannels',
    tab: 'video',
    kind: 'text',
    default: '1,4,5,11,33,36,37',
    maxLength: 100,
    format: 'channels',
    departmental: true,
    inForce: true,
  },
  {
    key: 'cabinView',
    tab: 'video',
    kind: 'choice',
    default: 'cabinOpen',
    options: ['cabinOpen', 'cabinWorkingHours', 'cabinClosed'],
    departmental: true,
    inForce: true,
  },
  {
    key: 'cabinHours',
    tab: 'video',
    kind: 'text',
    default: '06:00-22:00',
    minLength: 11,
    maxLength: 11,
    format: 'hours',
    departmental: true,
    inForce: true,
  },
  { key: 'mediaHosts', tab: 'video', kind: 'lines', default: [], maxLines: 20, maxLength: 100, inForce: false },

  { key: 'evidenceHost', tab: 'safety', kind: 'text', default: '', maxLength: 100, inForce: true },
  { key: 'evidencePort', tab: 'safety', kind: 'int', default: 6060, min: 1024, max: 65_535, inForce: true },
  { key: 'evidenceRetries', tab: 'safety', kind: 'int', default: 3, min: 0, max: 10, unit: 'times', inForce: true },
  { key: 'evidenceDays', tab: 'safety', kind: 'int', default: 180, min: 180, max: 3650, unit: 'days', inForce: true },
  // at least, for alarms of levels 2 and 3
  { key: 'evidenceDays2', tab: 'safety', kind: 'int', default: 180, min: 180, max: 3650, unit: 'days', inForce: true },
  { key: 'evidenceDays3', tab: 'safety', kind: 'int', default: 180, min: 180, max: 3650, unit: 'days', inForce: true },
  // requests for files of alarms: types without any, the lowest level, the lowest speed, and most of a vehicle in a month (0: no limit)
  { key: 'evidenceSkipTypes', tab: 'safety', kind: 'choices', default: [], options: SAFETY_TYPES, inForce: true },
  { key: 'evidenceLevel', tab: 'safety', kind: 'int', default: 1, min: 1, max: 3, inForce: true },
  { key: 'evidenceKmh', tab: 'safety', kind: 'int', default: 0, min: 0, max: 200, unit: 'kmh', inForce: true },
  { key: 'evidenceMonthly', tab: 'safety', kind: 'int', default: 0, min: 0, max: 100_000, unit: 'times', inForce: true },

  { key: 'trackDays', tab: 'data', kind: 'int', default: 400, min: TRACK_DAYS_FLOOR, max: 3650, unit: 'days', inForce: false },
  {
    key: 'alarmRecordDays',
    tab: 'data',
    kind: 'int',
    default: 1826,
    min: RECORD_DAYS_FLOOR,
    max: 3650,
    unit: 'days',
    inForce: true,
  },
  // marks of a month (domain/month-score): weights in proportion to each other, and the floors below which an item has none
  { key: 'scoreJoin', tab: 'data', kind: 'number', default: 5, min: 0, max: 100, departmental: true, inForce: true },
  {
    key: 'scoreJoinFloor',
    tab: 'data',
    kind: 'number',
    default: 90,
    min: 0,
    max: 100,
    unit: 'percent',
    departmental: true,
    inForce: true,
  },
  { key: 'scoreOnline', tab: 'data', kind: 'number', default: 5, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreTrack', tab: 'data', kind: 'number', default: 15, min: 0, max: 100, departmental: true, inForce: true },
  {
    key: 'scoreTrackFloor',
    tab: 'data',
    kind: 'number',
    default: 70,
    min: 0,
    max: 100,
    unit: 'percent',
    departmental: true,
    inForce: true,
  },
  { key: 'scoreData', tab: 'data', kind: 'number', default: 15, min: 0, max: 100, departmental: true, inForce: true },
  {
    key: 'scoreDataFloor',
    tab: 'data',
    kind: 'number',
    default: 80,
    min: 0,
    max: 100,
    unit: 'percent',
    departmental: true,
    inForce: true,
  },
  { key: 'scoreDrift', tab: 'data', kind: 'number', default: 10, min: 0, max: 100, departmental: true, inForce: true },
  {
    key: 'scoreDriftCeiling',
    tab: 'data',
    kind: 'number',
    default: 5,
    min: 0,
    max: 100,
    unit: 'percent',
    departmental: true,
    inForce: true,
  },
  { key: 'scoreOver', tab: 'data', kind: 'number', default: 20, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreFatigue', tab: 'data', kind: 'number', default: 20, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreCheck', tab: 'data', kind: 'number', default: 10, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreOperatorLink', tab: 'data', kind: 'number', default: 15, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreOperatorOnline', tab: 'data', kind: 'number', default: 15, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreOperatorTrack', tab: 'data', kind: 'number', default: 30, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreOperatorData', tab: 'data', kind: 'number', default: 25, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreOperatorDrift', tab: 'data', kind: 'number', default: 15, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreHandle', tab: 'data', kind: 'number', default: 40, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreTimely', tab: 'data', kind: 'number', default: 40, min: 0, max: 100, departmental: true, inForce: true },
  { key: 'scoreSupervision', tab: 'data', kind: 'number', default: 20, min: 0, max: 100, departmental: true, inForce: true },
  // messages of terminals that are stored as received
  { key: 'messageLogDays', tab: 'data', kind: 'int', default: 30, min: 1, max: 90, unit: 'days', inForce: true },
  // formats have lower limits of their own
  { key: 'exportRows', tab: 'data', kind: 'int', default: 5_000_000, min: 1000, max: 5_000_000, inForce: true },
  // files of exports and other tasks, as long as they can be fetched
  { key: 'exportDays', tab: 'data', kind: 'int', default: 7, min: 1, max: 30, unit: 'days', inForce: true },
  { key: 'recycleDays', tab: 'data', kind: 'int', default: 180, min: 1, max: 3650, unit: 'days', inForce: true },

  // 0: a password never grows too old
  { key: 'passwordDays', tab: 'security', kind: 'int', default: 90, min: 0, max: 3650, unit: 'days', inForce: true },
  { key: 'changeInitial', tab: 'security', kind: 'bool', default: true, inForce: true },
  { key: 'loginFailures', tab: 'security', kind: 'int', default: 5, min: 3, max: 20, unit: 'times', inForce: true },
  { key: 'lockMinutes', tab: 'security', kind: 'int', default: 15, min: 1, max: 1440, unit: 'minutes', inForce: true },
  // up to the 30 days after which a token ends in any case
  { key: 'sessionMinutes', tab: 'security', kind: 'int', default: 720, min: 5, max: 43_200, unit: 'minutes', inForce: true },
  { key: 'oneSession', tab: 'security', kind: 'bool', default: true, inForce: true },
  { key: 'captcha', tab: 'security', kind: 'bool', default: true, inForce: true },
  // dangerous commands to terminals
  { key: 'commandMaxKmh', tab: 'security', kind: 'int', default: 5, min: 0, max: 120, unit: 'kmh', inForce: true },
  { key: 'commandApproval', tab: 'security', kind: 'bool', default: false, inForce: true },
  { key: 'approvalMinutes', tab: 'security', kind: 'int', default: 30, min: 5, max: 1440, unit: 'minutes', inForce: true },
  // empty: from anywhere
  {
    key: 'ipList',
    tab: 'security',
    kind: 'lines',
    default: [],
    maxLines: 200,
    maxLength: 50,
    format: 'networks',
    inForce: true,
  },
  { key: 'watermark', tab: 'security', kind: 'bool', default: false, inForce: true },

  // accounts and rules have switches of their own
  { key: 'smsOn', tab: 'notice', kind: 'bool', default: true, inForce: true },
  // billed segments of all accounts; 0: no limit
  { key: 'smsMonthly', tab: 'notice', kind: 'int', default: 0, min: 0, max: 1_000_000, inForce: true },
  // SMTP_URL of the environment comes first; the account is the sender's address
  { key: 'mailHost', tab: 'notice', kind: 'text', default: '', maxLength: 100, format: 'host', inForce: true },
  { key: 'mailPort', tab: 'notice', kind: 'int', default: 465, min: 1, max: 65_535, inForce: true },
  { key: 'mailAccount', tab: 'notice', kind: 'text', default: '', maxLength: 100, format: 'email', inForce: true },
  { key: 'mailPassword', tab: 'notice', kind: 'secret', default: '', maxLength: 200, inForce: true },
  { key: 'bellSounds', tab: 'notice', kind: 'bool', default: true, inForce: true },
]);

type Rows = (typeof platformSettings)[number];
export type SettingKey = Rows['key'];
/** A setting that the page shows. */
export type ShownRow = Extract<Rows, { inForce: true }>;
type ValueOf<R> = R extends { kind: 'choice'; options: readonly (infer O)[] }
  ? O
  : R extends { kind: 'choices'; options: readonly (infer O)[] }
    ? readonly O[]
    : R extends { kind: 'lines' }
      ? readonly string[]
      : R extends { kind: 'bool' }
        ? boolean
        : R extends { kind: 'int' | 'number' }
          ? number
          : string;
/** The type of a setting's value. */
export type SettingValue<K extends SettingKey> = ValueOf<Extract<Rows, { key: K }>>;
/** Settings that clients may read. */
export type OpenSettingKey = Exclude<Rows, { kind: 'secret' }>['key'];
export type SecretSettingKey = Extract<Rows, { kind: 'secret' }>['key'];

/** A logo's image, bytes. */
export const MAX_LOGO_BYTES = 512 * 1024;

const byKey = new Map<string, SettingRow>(platformSettings.map((row) => [row.key, row]));

/** The row of a key, if there is such a setting. */
export const settingRow = (key: string): SettingRow | undefined => byKey.get(key);
