/** The error catalogue: code on the wire and the key of its text in `locale`. '0' is success. */
export const errors = {
  validation: { code: '4001', key: 'error.validation' },
  signature: { code: '4002', key: 'error.signature' },
  forbidden: { code: '4003', key: 'error.forbidden' },
  notFound: { code: '4004', key: 'error.notFound' },
  noPosition: { code: '4004', key: 'error.noPosition' },
  notSignedIn: { code: '4007', key: 'error.notSignedIn' },
  badCredentials: { code: '4001', key: 'error.badCredentials' },
  badCaptcha: { code: '4001', key: 'error.badCaptcha' },
  accountDisabled: { code: '4003', key: 'error.accountDisabled' },
  locked: { code: '4029', key: 'error.locked' },
  addressNotAllowed: { code: '4003', key: 'error.addressNotAllowed' },
  wrongEntrance: { code: '4003', key: 'error.wrongEntrance' },
  badTicket: { code: '4001', key: 'error.badTicket' },
  passwordChangeRequired: { code: '4003', key: 'error.passwordChangeRequired' },
  wrongPassword: { code: '4001', key: 'error.wrongPassword' },
  emptyPassword: { code: '4001', key: 'error.emptyPassword' },
  shortPassword: { code: '4001', key: 'error.shortPassword' },
  weakPassword: { code: '4001', key: 'error.weakPassword' },
  commonPassword: { code: '4001', key: 'error.commonPassword' },
  samePassword: { code: '4001', key: 'error.samePassword' },
  noCertificateUrl: { code: '4004', key: 'error.noCertificateUrl' },
  tooSlow: { code: '4001', key: 'error.tooSlow' },
  diskFull: { code: '4029', key: 'error.diskFull' },
  tooLarge: { code: '4001', key: 'error.tooLarge' },
  badImage: { code: '4001', key: 'error.badImage' },
  everybodys: { code: '4003', key: 'error.sharedRecord' },
  ownAccount: { code: '4003', key: 'error.ownAccount' },
  lastAdministrator: { code: '4003', key: 'error.lastAdministrator' },
  beyondOwnRights: { code: '4003', key: 'error.beyondOwnRights' },
  inUse: { code: '4009', key: 'error.inUse' },
  evidenceLocked: { code: '4010', key: 'error.evidenceLocked' },
  packTooLarge: { code: '4001', key: 'error.packTooLarge' },
  alarmHandled: { code: '4010', key: 'error.alarmHandled' },
  monthClosed: { code: '4010', key: 'error.monthClosed' },
  staleVersion: { code: '4010', key: 'error.staleVersion' },
  quota: { code: '4011', key: 'error.quota' },
  quotaVehicles: { code: '4011', key: 'error.quotaVehicles' },
  quotaUsers: { code: '4011', key: 'error.quotaUsers' },
  smsCap: { code: '4011', key: 'error.smsCap' },
  quotaExpired: { code: '4011', key: 'error.quotaExpired' },
  replyTooLate: { code: '4012', key: 'error.replyTooLate' },
  repliedAlready: { code: '4013', key: 'error.repliedAlready' },
  terminalOffline: { code: '4020', key: 'error.terminalOffline' },
  terminalSilent: { code: '4021', key: 'error.terminalSilent' },
  terminalRefused: { code: '4022', key: 'error.terminalRefused' },
  terminalUnsupported: { code: '4023', key: 'error.terminalUnsupported' },
  vehicleMoving: { code: '4024', key: 'error.vehicleMoving' },
  cutWhileMoving: { code: '4024', key: 'error.cutWhileMoving' },
  modelUnsupported: { code: '4023', key: 'error.modelUnsupported' },
  speedUnknown: { code: '4025', key: 'error.speedUnknown' },
  confirmationRequired: { code: '4001', key: 'error.confirmationRequired' },
  batchEnded: { code: '4010', key: 'error.batchEnded' },
  ownRequest: { code: '4003', key: 'error.ownRequest' },
  tooMany: { code: '4029', key: 'error.tooMany' },
  tooManyCommands: { code: '4029', key: 'error.tooManyCommands' },
  tooManySchedules: { code: '4029', key: 'error.tooManySchedules' },
  videoOfUser: { code: '4029', key: 'error.videoOfUser' },
  videoOfVehicle: { code: '4029', key: 'error.videoOfVehicle' },
  videoOfDepartment: { code: '4029', key: 'error.videoOfDepartment' },
  replayBusy: { code: '4029', key: 'error.replayBusy' },
  videoTraffic: { code: '4011', key: 'error.videoTraffic' },
  talkBusy: { code: '4029', key: 'error.talkBusy' },
  cabinClosed: { code: '4003', key: 'error.cabinClosed' },
  uploadState: { code: '4010', key: 'error.uploadState' },
  tooManyUploads: { code: '4029', key: 'error.tooManyUploads' },
  recordingsOfUser: { code: '4029', key: 'error.recordingsOfUser' },
  videoStorage: { code: '4011', key: 'error.videoStorage' },
  stillRecording: { code: '4010', key: 'error.stillRecording' },
  notClippable: { code: '4001', key: 'error.notClippable' },
  noVideoThen: { code: '4004', key: 'error.noVideoThen' },
  mainStreamOff: { code: '4003', key: 'error.mainStreamOff' },
  vehicleBusy: { code: '4029', key: 'error.vehicleBusy' },
  regionTooLarge: { code: '4001', key: 'error.regionTooLarge' },
  chooseCompany: { code: '4001', key: 'error.chooseCompany' },
  chooseAlarmType: { code: '4001', key: 'error.chooseAlarmType' },
  chooseRegion: { code: '4001', key: 'error.chooseRegion' },
  chooseVehicle: { code: '4001', key: 'error.chooseVehicle' },
  recheckInput: { code: '4001', key: 'error.recheckInput' },
  reportAwaitsFacts: { code: '4004', key: 'error.reportAwaitsFacts' },
  pdfTooLong: { code: '4001', key: 'error.pdfTooLong' },
  exportTooLong: { code: '4001', key: 'error.exportTooLong' },
  searchTooLong: { code: '4029', key: 'error.searchTooLong' },
  internal: { code: '5000', key: 'error.internal' },
  signedInElsewhere: { code: '9001', key: 'error.signedInElsewhere' },
} as const satisfies Record<string, { code: string; key: string }>;

export type ErrorName = keyof typeof errors;

/** One refused field of a 4001: `path` from the root of `data`, `message` for people. */
export type FieldError = { readonly path: string; readonly message: string };

/** A field error before translation: the key of its text in `locale`, and values for its `{{name}}`. */
export type FieldFault = { readonly path: string; readonly key: string; readonly params?: TextParams };

/** Keys of the texts of field errors. */
export const fieldTexts = {
  required: 'field.required',
  invalid: 'field.invalid',
  integer: 'field.integer',
  tooShort: 'field.tooShort',
  tooLong: 'field.tooLong',
  tooFew: 'field.tooFew',
  tooMany: 'field.tooMany',
  tooSmall: 'field.tooSmall',
  tooBig: 'field.tooBig',
  unknown: 'field.unknown',
  characters: 'field.characters',
  tooDeep: 'field.tooDeep',
  notJson: 'field.notJson',
  noSuchRecord: 'field.noSuchRecord',
  notForm: 'field.notForm',
  fileTooLarge: 'field.fileTooLarge',
  oneFile: 'field.oneFile',
} as const;

/** Values for the `{{name}}` of a text. */
type TextParams = Readonly<Record<string, string | number>>;

/** The HTTP layer converts it to an envelope. */
export class CallError extends Error {
  readonly kind: ErrorName;
  readonly fields: readonly FieldFault[];
  /** Values for the text's `{{name}}`. */
  readonly params: TextParams;
  constructor(kind: ErrorName, detail?: string, fields: readonly FieldFault[] = [], params: TextParams = {}) {
    super(detail ?? kind);
    this.name = 'CallError';
    this.kind = kind;
    this.fields = fields;
    this.params = params;
  }
}
