import { z } from 'zod';
import type { CallSchemas } from '../call.ts';

/** Ids cross the wire as strings of digits. */
const id = z.string().regex(/^\d{1,15}$/);

/**
 * A node of the vehicle tree. ltType: 0 group that expands, 1 single vehicle (a hit of a search), 3 vehicle of a group, 9 the "all of this department" node.
 * `status` of a leaf is the vehicle status '0'-'6'; groups carry `total` and `online` of their whole subtree.
 */
export const TreeNode = z.object({
  ltId: z.string(),
  ltName: z.string(),
  ltType: z.union([z.literal(0), z.literal(1), z.literal(3), z.literal(9)]),
  deptId: z.string(),
  parentId: z.string().nullable(),
  carNo: z.string().optional(),
  targId: z.string().optional(),
  carId: z.string().optional(),
  color: z.number().optional(),
  status: z.string().optional(),
  total: z.number().optional(),
  online: z.number().optional(),
  checked: z.boolean().optional(),
});
export type TreeNode = z.infer<typeof TreeNode>;

export const DeptNode = z.object({
  deptId: z.string(),
  deptName: z.string(),
  parentId: z.string().nullable(),
  total: z.number(),
  online: z.number(),
  /** The department itself is followed, with vehicles that join it later. */
  checked: z.boolean(),
});
export type DeptNode = z.infer<typeof DeptNode>;

/** `commonmsg` `deptChanged`: departments of the scope were added, removed, moved or renamed. Reload getDeptTree. */
export const DeptChanged = z.object({});
export type DeptChanged = z.infer<typeof DeptChanged>;

export const StatusCounts = z.object({
  total: z.number(),
  offline: z.number(),
  parked: z.number(),
  moving: z.number(),
  idling: z.number(),
  alarm: z.number(),
  emergency: z.number(),
  noFix: z.number(),
  /** Never seen; part of `offline`. */
  never: z.number(),
});

const nodeText = z.string().max(500);
/** A node that has something below it: a department, or the whole of one. */
const groupType = z.literal([0, 9]).optional();

/**
 * The department a call of the tree is about (specification 7, "node or deptId"): its id, or a node as these calls give it, whole or
 * as `node`; none: the caller's own.
 */
const ofDept = z.object({
  ...TreeNode.pick({ total: true, online: true, checked: true }).partial().shape,
  ltId: nodeText.optional(),
  ltName: nodeText.optional(),
  ltType: groupType,
  parentId: nodeText.nullish(),
  deptId: id.optional(),
  node: z.object({ ltType: groupType, deptId: id }).optional(),
});

/** Only vehicles with recorded video channels, and departments that have some. */
const hasVideo = { hasVideo: z.boolean().default(false) };

/** A department to follow or not; `own` '1': only its own vehicles, without changes to its descendants. */
const followedDept = z.object({ deptId: id, own: z.enum(['0', '1']).default('0') });

const list = <T extends z.ZodType>(item: T) => z.object({ list: z.array(item) });

export const monitorSchemas = {
  getLeftTree: {
    summary:
      'Lists a department and all departments below it, parents before children, with vehicle counts. Starts at the root of the scope by default.',
    data: ofDept,
    reply: list(TreeNode),
  },
  getLeftTree2: {
    summary:
      'Lists the children of a department: its all-node and sub-departments on the first page, then its vehicles. Without a department, returns the root. Paging and total count only vehicles.',
    data: ofDept.extend(hasVideo),
    reply: list(TreeNode),
  },
  getTreeByCarNo: {
    summary: 'Lists vehicles whose plate, terminal phone, terminal id or driver contains the text; at most 100.',
    data: z.object({ ...hasVideo, carNo: z.string().trim().min(1).max(32) }),
    reply: list(TreeNode),
  },
  getCarListByDeptId: {
    summary: 'Lists vehicles of a department and everything below it; of the whole scope by default.',
    data: ofDept,
    reply: list(TreeNode),
  },
  getDeptTree: {
    summary: 'The departments of the scope as a flat list, parents before children.',
    data: ofDept,
    reply: list(DeptNode),
  },
  countByStatus: {
    summary: 'Counts the vehicles of the scope by status.',
    data: z.object({ deptId: id.optional() }),
    reply: StatusCounts,
  },
  locate: {
    summary: 'Returns the current position of a vehicle (WGS-84), or 4004 if it has no position.',
    data: z.object({ carId: id }),
    reply: z.object({
      tid: z.string(),
      cid: z.string(),
      cno: z.string(),
      x: z.number(),
      y: z.number(),
      d: z.number(),
      sp: z.number(),
      status: z.string(),
      time: z.number().nullable(),
    }),
  },
  checkedCar: { summary: 'Follows a vehicle.', data: z.object({ targId: id }), reply: z.object({}) },
  unCheckedCar: { summary: 'Stops following a vehicle.', data: z.object({ targId: id }), reply: z.object({}) },
  checkedDept: {
    summary:
      'Follows a department and everything below it, including later additions. With `own`, follows only its own vehicles.',
    data: followedDept,
    reply: z.object({}),
  },
  unCheckedDept: {
    summary: 'Stops following a department and everything below it. With `own`, stops following only its own vehicles.',
    data: followedDept,
    reply: z.object({}),
  },
  getOtherParams: {
    summary: 'Returns data for the vehicle dialog that the live record does not contain.',
    data: z.object({ targId: id }),
    reply: z.object({
      tid: z.string(),
      cno: z.string(),
      color: z.number(),
      deptName: z.string(),
      industry: z.number(),
      vehicleType: z.number(),
      phone: z.string(),
      terminalNo: z.string(),
      protocolVersion: z.number().nullable(),
      driverName: z.string(),
      driverPhone: z.string(),
      altitude: z.number().nullable(),
      fuel: z.number().nullable(),
      mileage: z.number().nullable(),
      signal: z.number().nullable(),
      satellites: z.number().nullable(),
      /** km/h of the recorder (item 0x03), °C inside (item 0x06). */
      recorderKmh: z.number().nullable(),
      temperature: z.number().nullable(),
      /** Last day of service, yyyy-MM-dd. */
      serviceTo: z.string().nullable(),
      receivedAt: z.number().nullable(),
      onlineSince: z.number().nullable(),
      /** Alarm types (rows of ALARM_TYPES) of open alarms of terminal and platform that the user may see. */
      openAlarms: z.array(z.number()),
    }),
  },
} satisfies Record<string, CallSchemas>;
