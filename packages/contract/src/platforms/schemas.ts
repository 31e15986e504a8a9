import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { RecordId } from '../values/record-id.ts';

/** Vehicles named in one call at most. */
const MAX_VEHICLES = 10_000;
/** Departments named in one call at most. */
const MAX_DEPARTMENTS = 500;
/** Records switched in one call at most. */
const MAX_RECORDS = 500;

const vehicleIds = z.array(RecordId).max(MAX_VEHICLES).default([]);
const departmentIds = z.array(RecordId).max(MAX_DEPARTMENTS).default([]);
const ids = z.array(RecordId).min(1).max(MAX_RECORDS);

/** A vehicle bound to a platform or an operator. */
export const BoundCar = z.object({
  carId: z.string(),
  carNo: z.string(),
  /** PLATE_COLOR. */
  color: z.number(),
  deptName: z.string(),
});
export type BoundCar = z.infer<typeof BoundCar>;

export const listCars = {
  summary: 'Lists the record’s vehicles in the caller’s scope, by plate.',
  data: z.object({ id: RecordId, carNo: z.string().trim().max(12).optional() }),
  reply: z.object({ list: z.array(BoundCar) }),
};
export const bindCars = {
  summary:
    'Adds and removes vehicles of a record: listed vehicles, and all current vehicles of listed departments and everything below them. Only vehicles in the caller’s scope.',
  data: z.object({
    id: RecordId,
    addCars: vehicleIds,
    addDepts: departmentIds,
    removeCars: vehicleIds,
    removeDepts: departmentIds,
  }),
  reply: z.object({ added: z.number(), removed: z.number() }),
};
const switchLinks = {
  summary: 'Sets whether links to superior platforms are wanted: 0 no link now, 1 link at once.',
  data: z.object({ ids, linkState: z.literal([0, 1]) }),
  reply: z.object({ changed: z.number() }),
};
const enable = {
  summary: 'Enables or disables records. Either all of them change or none.',
  data: z.object({ ids, enabled: z.boolean() }),
  reply: z.object({ changed: z.number() }),
};

export const platformsSchemas = {
  enableAgent: enable,
  bindDept: {
    summary: 'Replaces the companies in the caller’s scope that an agent looks after. Each company has at most one agent.',
    data: z.object({ id: RecordId, deptIds: departmentIds }),
    reply: z.object({ bound: z.number() }),
  },
  listAgentDept: {
    summary: 'Lists the companies of an agent in the caller’s scope.',
    data: z.object({ id: RecordId }),
    reply: z.object({ list: z.array(z.object({ deptId: z.string(), deptName: z.string() })) }),
  },
  enableOperator: enable,
  bindOperatorCar: bindCars,
  listOperatorCar: listCars,
  linkSuperior: switchLinks,
  switchLink: switchLinks,
  testSuperior: {
    summary:
      'Tests whether the main link address of a superior platform accepts connections: opens a connection and closes it. Sends no data.',
    data: z.object({ id: RecordId }),
    reply: z.object({
      /** PROBE_RESULT. */
      result: z.number(),
      /** Connect time; null if the connection failed. */
      ms: z.number().nullable(),
    }),
  },
  bindSuperiorCar: bindCars,
  listSuperiorCar: listCars,
  enableForward: enable,
  bindForwardCar: bindCars,
  listForwardCar: listCars,
} satisfies Record<string, CallSchemas>;
