/** Actions on records. Audited calls of resources are named by action and noun, such as `addDriver`. */
export const RECORD_ACTIONS = ['add', 'edit', 'del', 'batch', 'import', 'apply', 'tell', 'export'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

const RECORD_ACTION = new RegExp(`^(${RECORD_ACTIONS.join('|')})[A-Z]`);

/** The action of a resource's call; undefined for other calls. */
export const findRecordAction = (call: string): RecordAction | undefined =>
  RECORD_ACTION.exec(call)?.[1] as RecordAction | undefined;

export const isRecordAction = (text: string): text is RecordAction => (RECORD_ACTIONS as readonly string[]).includes(text);
