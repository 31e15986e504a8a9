import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ParseKeys } from 'i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { copyText } from '../../ui/copy.ts';

/**
 * Windows and pages that open for a vehicle, by what they are. One that is not there is left out, and its action with it:
 * whoever builds one gives its opener (vehicle-openers.ts) and the action appears wherever actions stand.
 */
export type VehicleOpeners = {
  readonly [K in VehicleOpener]?: (tid: string) => void;
};
type VehicleOpener =
  | 'tracking'
  | 'trackingTime'
  | 'playback'
  | 'message'
  | 'photograph'
  | 'listen'
  | 'sendAreas'
  | 'vehicleInfo'
  | 'ownerInfo';

/** What actions work with. Vehicles are named by tid: rows may get other numbers. */
export type VehicleTools = {
  readonly store: VehicleStore;
  readonly openers: VehicleOpeners;
  readonly locate: (tid: string) => void;
  readonly toggleFollow: (tid: string) => void;
  /** Commands that need no window; each tells its outcome by itself. */
  readonly rollCall: (tid: string) => void;
  readonly clearAlarm: (tid: string) => void;
};

/** One action on a vehicle. */
export type VehicleAction = {
  readonly key: VehicleActionKey;
  /** Actions that belong together stand together, with a line between groups. */
  readonly group: 'view' | 'command' | 'record';
  readonly text: ParseKeys | ((store: VehicleStore, tid: string) => ParseKeys);
  /** null: whoever may open the monitoring centre. */
  readonly permission: PermissionCode | null;
  /** The window or page it opens. */
  readonly opener?: VehicleOpener;
  readonly run: (tools: VehicleTools, tid: string) => void;
};

type VehicleActionKey = 'locate' | 'follow' | 'rollCall' | 'clearAlarm' | 'copyPlate' | VehicleOpener;

const opens = (opener: VehicleOpener) => ({
  key: opener,
  opener,
  run: ({ openers }: VehicleTools, tid: string) => openers[opener]?.(tid),
});

const followText = (store: VehicleStore, tid: string) => {
  const row = store.rowOf(tid);
  return row >= 0 && store.followed(row) ? 'monitor.unfollow' : 'monitor.follow';
};

/** What can be done with a vehicle (screen catalogue 3.1), wherever it is met: in the tree, on the map, in its dialog. */
export const vehicleActions: readonly VehicleAction[] = [
  { key: 'locate', group: 'view', text: 'monitor.locate', permission: null, run: ({ locate }, tid) => locate(tid) },
  { key: 'follow', group: 'view', text: followText, permission: null, run: ({ toggleFollow }, tid) => toggleFollow(tid) },
  { ...opens('tracking'), group: 'view', text: 'vehicleAction.tracking', permission: permission.tracking },
  { ...opens('trackingTime'), group: 'view', text: 'vehicleAction.trackingTime', permission: permission.temporaryTracking },
  { ...opens('playback'), group: 'view', text: 'vehicleAction.playback', permission: permission.trackPlayback },
  { ...opens('message'), group: 'command', text: 'vehicleAction.message', permission: permission.sendMessage },
  { ...opens('photograph'), group: 'command', text: 'vehicleAction.photograph', permission: permission.photograph },
  { ...opens('listen'), group: 'command', text: 'vehicleAction.listen', permission: permission.listen },
  {
    key: 'rollCall',
    group: 'command',
    text: 'vehicleAction.rollCall',
    permission: permission.rollCall,
    run: ({ rollCall }, tid) => rollCall(tid),
  },
  { ...opens('sendAreas'), group: 'command', text: 'vehicleAction.sendAreas', permission: permission.sendAreas },
  {
    key: 'clearAlarm',
    group: 'command',
    text: 'vehicleAction.clearAlarm',
    permission: permission.clearAlarm,
    run: ({ clearAlarm }, tid) => clearAlarm(tid),
  },
  { ...opens('vehicleInfo'), group: 'record', text: 'monitor.vehicleInfo', permission: permission.carInfo },
  { ...opens('ownerInfo'), group: 'record', text: 'vehicleAction.ownerInfo', permission: permission.ownerInfo },
  {
    key: 'copyPlate',
    group: 'record',
    text: 'vehicleAction.copyPlate',
    permission: null,
    run: ({ store }, tid) => {
      const row = store.rowOf(tid);
      if (row >= 0) void copyText(store.plate(row));
    },
  },
];

/** The actions whose part is there and whose right the user holds, in the table's order. */
export const offeredActions = (openers: VehicleOpeners, rights: readonly string[] | null): readonly VehicleAction[] =>
  vehicleActions.filter(
    (action) =>
      (action.opener === undefined || openers[action.opener] !== undefined) &&
      (action.permission === null || rights?.includes(action.permission)),
  );

/** The action's name for this vehicle. */
export const actionText = ({ text }: VehicleAction, store: VehicleStore, tid: string): ParseKeys =>
  typeof text === 'function' ? text(store, tid) : text;
