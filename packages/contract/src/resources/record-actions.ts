/** What is done with records, whatever they are: audited calls of resources are named by it and their noun, as in `addDriver`. */
export const RECORD_ACTIONS = ['add', 'edit', 'del', 'batch', 'import', 'apply', 'tell', 'export'] as const;
export type RecordAction = (typeof RECORD_ACTIONS)[number];

const RECORD_ACTION = new RegExp(`^(${RECORD_ACTIONS.join('|')})[A-Z]`);

/** What the call of a resource does with its records; undefined of any other call. */
export const recordActionOf = (call: string): RecordAction | undefined =>
  RECORD_ACTION.exec(call)?.[1] as RecordAction | undefined;

export const isRecordAction = (text: string): text is RecordAction => (RECORD_ACTIONS as readonly string[]).includes(text);
