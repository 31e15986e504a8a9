import { UserSettings } from '@fleetwarden/contract/settings/schemas';

/** Settings of a department that identity needs; null: of the platform. */
export type IdentitySettings = {
  of(departmentId: number | null): Promise<{
    sessionMinutes: number;
    oneSession: boolean;
    captcha: boolean;
    loginFailures: number;
    lockMinutes: number;
    /** Days until a password must be changed; 0: never. */
    passwordDays: number;
    /** A password set by another user must be changed at the first login. */
    changeInitial: boolean;
    /** 'lng|lat' in the Baidu system. */
    mapCentre: string;
    mapLevel: number;
    mapProvider: 'BaiduMap' | 'GaodeMap' | 'TenxunMap';
    alarmPollSeconds: number;
    helpUrl: string;
    certificateUrl: string;
    storageUrl: string;
    footer: string;
    /** Addresses and networks from which users may sign in; empty: from anywhere. */
    ipList: readonly string[];
    /** Pages show the name of their user in the background. */
    watermark: boolean;
    /** Alarms sound. */
    bellSounds: boolean;
  }>;
  /** The department's own, or that of the nearest ancestor; '' if there is none. */
  brandOf(departmentId: number | null): Promise<{ platName: string; logoUrl: string }>;
  userSettings(accountId: number): Promise<UserSettings>;
};

export type DepartmentSettings = Awaited<ReturnType<IdentitySettings['of']>>;

/** The defaults of the specification, for every department. */
export const defaultIdentitySettings: IdentitySettings = {
  of: async () => ({
    sessionMinutes: 720,
    oneSession: true,
    captcha: true,
    loginFailures: 5,
    lockMinutes: 15,
    passwordDays: 90,
    changeInitial: true,
    mapCentre: '116.3964|39.9093',
    mapLevel: 12,
    mapProvider: 'BaiduMap',
    alarmPollSeconds: 30,
    helpUrl: '',
    certificateUrl: '',
    storageUrl: '',
    footer: '',
    ipList: [],
    watermark: false,
    bellSounds: true,
  }),
  brandOf: async () => ({ platName: '', logoUrl: '' }),
  userSettings: async () => UserSettings.parse({}),
};
