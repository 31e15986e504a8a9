import { z } from 'zod';
import { type Call, defineCalls, type PermissionCode } from '../call.ts';
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

/** A vehicle that is bound to a platform or an operator. */
export const BoundCar = z.object({
  carId: z.string(),
  carNo: z.string(),
  /** PLATE_COLOR. */
  color: z.number(),
  deptName: z.string(),
});
export type BoundCar = z.infer<typeof BoundCar>;

/** The vehicles of a record: whoever may see it lists them, whoever may assign changes them. */
export const listCarsCall = (path: `${string}/listCar`, view: PermissionCode) =>
  ({
    method: 'POST',
    path,
    permission: view,
    read: true,
    paged: true,
    defaultLimit: 500,
    summary: "The record's vehicles in the caller's scope, by plate.",
    data: z.object({ id: RecordId, carNo: z.string().trim().max(12).optional() }),
    reply: z.object({ list: z.array(BoundCar) }),
  }) as const satisfies Call;

export const bindCarsCall = (path: `${string}/bindCar`, assign: PermissionCode) =>
  ({
    method: 'POST',
    path,
    permission: assign,
    audited: true,
    summary:
      "Adds and removes vehicles of a record: those named, and all that departments and everything below them have now. Only of the caller's scope.",
    data: z.object({
      id: RecordId,
      addCars: vehicleIds,
      addDepts: departmentIds,
      removeCars: vehicleIds,
      removeDepts: departmentIds,
    }),
    reply: z.object({ added: z.number(), removed: z.number() }),
  }) as const satisfies Call;

const linkCall = (path: `plat/${string}`, permission: PermissionCode) =>
  ({
    method: 'POST',
    path,
    permission,
    audited: true,
    summary: 'Says whether links to superior platforms are wanted: 0 not now, 1 at once.',
    data: z.object({ ids, linkState: z.literal([0, 1]) }),
    reply: z.object({ changed: z.number() }),
  }) as const satisfies Call;

const enableCall = (path: `${string}/enable${string}`, permission: PermissionCode) =>
  ({
    method: 'POST',
    path,
    permission,
    audited: true,
    summary: 'Enables or disables records: all of them, or none.',
    data: z.object({ ids, enabled: z.boolean() }),
    reply: z.object({ changed: z.number() }),
  }) as const satisfies Call;

/** Agents, operators and other platforms, beyond what every resource has. */
export const platformsCalls = defineCalls({
  enableAgent: enableCall('agent/enableAgent', '60307'),
  bindDept: {
    method: 'POST',
    path: 'agent/bindDept',
    permission: '60308',
    audited: true,
    summary: "The companies an agent looks after, of the caller's scope, in place of those before. Each has one agent at most.",
    data: z.object({ id: RecordId, deptIds: departmentIds }),
    reply: z.object({ bound: z.number() }),
  },
  listAgentDept: {
    method: 'POST',
    path: 'agent/listDept',
    permission: '60301',
    read: true,
    summary: "The companies of an agent in the caller's scope.",
    data: z.object({ id: RecordId }),
    reply: z.object({ list: z.array(z.object({ deptId: z.string(), deptName: z.string() })) }),
  },
  enableOperator: enableCall('operator/enableOperator', '61507'),
  bindOperatorCar: bindCarsCall('operator/bindCar', '61508'),
  listOperatorCar: listCarsCall('operator/listCar', '61501'),
  linkSuperior: linkCall('plat/linkSuperior', '60807'),
  // the same, where the links are watched
  switchLink: linkCall('plat/switchLink', '61007'),
  testSuperior: {
    method: 'POST',
    path: 'plat/testSuperior',
    permission: '60810',
    audited: true,
    summary:
      'Opens a connection to the main link address of a superior platform and closes it: whether somebody listens there. Nothing is sent.',
    data: z.object({ id: RecordId }),
    reply: z.object({
      /** PROBE_RESULT. */
      result: z.number(),
      /** How long the connection took; null without one. */
      ms: z.number().nullable(),
    }),
  },
  bindSuperiorCar: bindCarsCall('plat/bindCar', '60808'),
  listSuperiorCar: listCarsCall('plat/listCar', '60801'),
  enableForward: enableCall('forward/enableForward', '60707'),
  bindForwardCar: bindCarsCall('forward/bindCar', '60708'),
  listForwardCar: listCarsCall('forward/listCar', '60701'),
});
