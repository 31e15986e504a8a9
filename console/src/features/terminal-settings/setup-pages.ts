import type { PermissionCode } from '@fleetwarden/contract/call';
import type { CommandCode } from '@fleetwarden/contract/commands/terminal-commands';
import type { RoutePath } from '@fleetwarden/contract/console-routes';
import type { ParameterGroup } from '@fleetwarden/contract/terminal-settings/parameter-groups';

/** Content of a tab of a page: parameters of groups, or one of several commands. */
export type SetupSection =
  | { readonly kind: 'parameters'; readonly groups: readonly ParameterGroup[] }
  | { readonly kind: 'commands'; readonly codes: readonly CommandCode[] }
  /** What a terminal sent of one message. */
  | { readonly kind: 'received'; readonly messageId: number }
  /** The multimedia library, which sends nothing. */
  | { readonly kind: 'library' };

/** A page that sends to chosen vehicles. Each section is a tab, named `terminalSetup.tab_<key>`. */
export type SetupPageRow = {
  /** Code of the page; with 01 it permits to see it. */
  readonly code: PermissionCode;
  readonly title: `page.${string}`;
  readonly sections: Readonly<Record<string, SetupSection>>;
};

const parameters = (...groups: readonly ParameterGroup[]): SetupSection => ({ kind: 'parameters', groups });
const commands = (...codes: readonly CommandCode[]): SetupSection => ({ kind: 'commands', codes });
const received = (messageId: number): SetupSection => ({ kind: 'received', messageId });
const library: SetupSection = { kind: 'library' };

/** The pages of screen catalogue 8.2, 8.3 and 8.5 that are such forms. */
export const setupPages = {
  '/setup/common/terminaloverspeedset': {
    code: '70402',
    title: 'page.terminaloverspeedset',
    sections: { parameters: parameters('overspeed') },
  },
  '/setup/common/fatigueDriving': {
    code: '70403',
    title: 'page.fatigueDriving',
    sections: { parameters: parameters('fatigue') },
  },
  '/setup/common/alarmKey': {
    code: '70404',
    title: 'page.alarmKey',
    sections: { masks: parameters('alarmMasks'), collision: parameters('collision') },
  },
  '/setup/common/jlycsxcmlz': { code: '70405', title: 'page.jlycsxcmlz', sections: { recorder: commands('8701') } },
  '/setup/common/serverManage': { code: '70406', title: 'page.serverManage', sections: { parameters: parameters('server') } },
  '/setup/terminal/gpsLocation': {
    code: '70102',
    title: 'page.gpsLocation',
    sections: { report: parameters('report'), locate: commands('8201', '8202', '8204') },
  },
  '/setup/terminal/illegalDrivingPeriod': {
    code: '70103',
    title: 'page.illegalDrivingPeriod',
    sections: { parameters: parameters('period') },
  },
  '/setup/terminal/messageSettings': {
    code: '70104',
    title: 'page.messageSettings',
    sections: {
      text: commands('8300'),
      events: commands('8301'),
      question: commands('8302'),
      menu: commands('8303'),
      service: commands('8304'),
    },
  },
  '/setup/terminal/monitorListen': {
    code: '70105',
    title: 'page.monitorListen',
    sections: { call: commands('8400'), phones: parameters('call') },
  },
  '/setup/terminal/imageVideo': {
    code: '70106',
    title: 'page.imageVideo',
    sections: { photo: commands('8801'), image: parameters('image'), video: parameters('video') },
  },
  '/setup/terminal/timedPhoto': { code: '70107', title: 'page.timedPhoto', sections: { parameters: parameters('timedPhoto') } },
  '/setup/terminal/gnssCan': {
    code: '70108',
    title: 'page.gnssCan',
    sections: { gnss: parameters('gnss'), can: parameters('can'), received: received(0x0705) },
  },
  '/setup/terminal/oilElectricDoor': {
    code: '70110',
    title: 'page.oilElectricDoor',
    sections: { relay: commands('8105relayCut', '8105relayRestore'), door: commands('8500door') },
  },
  '/setup/terminal/phoneBook': { code: '70111', title: 'page.phoneBook', sections: { contacts: commands('8401') } },
  '/setup/terminal/deleteRegion': {
    code: '70112',
    title: 'page.deleteRegion',
    sections: { remove: commands('8601', '8603', '8605', '8607'), query: commands('8608') },
  },
  '/setup/terminal/recorderCollection': {
    code: '70113',
    title: 'page.recorderCollection',
    sections: { collect: commands('8700'), driver: commands('8702') },
  },
  '/setup/terminal/multimediaSearch': {
    code: '70114',
    title: 'page.multimediaSearch',
    sections: { library, search: commands('8802'), period: commands('8803'), single: commands('8805') },
  },
  '/setup/terminal/recordingCommand': { code: '70115', title: 'page.recordingCommand', sections: { record: commands('8804') } },
  '/setup/terminal/transparentData': {
    code: '70116',
    title: 'page.transparentData',
    sections: { transparent: commands('8900'), received: received(0x0900) },
  },
  '/setup/adasalarm': {
    code: '703',
    title: 'page.adasalarm',
    sections: {
      adas: parameters('adas'),
      dsm: parameters('dsm'),
      tpms: parameters('tpms'),
      bsd: parameters('bsd'),
      peripherals: commands('8900status', '8900system'),
    },
  },
} as const satisfies Readonly<Partial<Record<RoutePath, SetupPageRow>>>;

export type SetupPath = keyof typeof setupPages;

/** Commands of the firmware page (screen catalogue 8.3): the query of attributes, then terminal control. */
export const controlCommands = [
  '8107',
  '8105reset',
  '8105upgrade',
  '8105connect',
  '8105powerOff',
  '8105factoryReset',
  '8105dataOff',
  '8105radioOff',
] as const satisfies readonly CommandCode[];
