import AimOutlined from '@ant-design/icons/AimOutlined';
import AlertOutlined from '@ant-design/icons/AlertOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BlockOutlined from '@ant-design/icons/BlockOutlined';
import CameraOutlined from '@ant-design/icons/CameraOutlined';
import CarOutlined from '@ant-design/icons/CarOutlined';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import NodeIndexOutlined from '@ant-design/icons/NodeIndexOutlined';
import PhoneOutlined from '@ant-design/icons/PhoneOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import PushpinOutlined from '@ant-design/icons/PushpinOutlined';
import RadarChartOutlined from '@ant-design/icons/RadarChartOutlined';
import StarOutlined from '@ant-design/icons/StarOutlined';
import VideoCameraOutlined from '@ant-design/icons/VideoCameraOutlined';
import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import type { Target } from '../../shared/commands/sent-commands.ts';
import { copyText } from '../../ui/copy-text.ts';
import { clearAlarm, rollCall } from './vehicle-commands.ts';
import { playbackPage, trackingPage, trackingTimePage } from './vehicle-pages.ts';
import { openVehicleWindow, type VehicleWindow } from './windows/vehicle-window-state.ts';

/** Dependencies of actions. Vehicles are identified by tid, because rows may be renumbered. */
export type VehicleTools = {
  readonly store: VehicleStore;
  readonly locate: (tid: string) => void;
  readonly toggleFollow: (tid: string) => void;
  /** Whether the page has the window that sends geofences, another feature's. */
  readonly sendsAreas: boolean;
};

/** An action on a vehicle: a link, or a function. */
export type VehicleAction = {
  readonly key: string;
  /** Groups are separated by a line. */
  readonly group: 'view' | 'command' | 'record';
  readonly icon: ReactNode;
  readonly text: ParseKeys | ((store: VehicleStore, row: number) => ParseKeys);
  /** null: everyone with the monitoring centre. */
  readonly code: PermissionCode | null;
  /** Absent: always. */
  readonly offered?: (tools: VehicleTools) => boolean;
} & (
  | { readonly to: (tid: string) => string; readonly run?: undefined }
  | { readonly run: (tools: VehicleTools, vehicle: Target) => void; readonly to?: undefined }
);

/** Opens the window that sends a text to vehicles. */
export const sendMessageTo = (vehicles: readonly Target[]): void => openVehicleWindow({ kind: 'message', vehicles });

type OneVehicle = Extract<VehicleWindow, { readonly vehicle: Target }>['kind'];

/** Opens a window about the vehicle. */
const opens = (kind: OneVehicle) => (_tools: VehicleTools, vehicle: Target) => openVehicleWindow({ kind, vehicle });

/**
 * Actions of a vehicle (screen catalogue 3.1) in the tree, on the map, in lists, in the card and in the drawer. Menus show all in
 * this order, the card those without a button in its header.
 */
export const vehicleActions: readonly VehicleAction[] = [
  {
    key: 'locate',
    group: 'view',
    icon: <AimOutlined />,
    text: 'monitor.locate',
    code: permission.locateAndFollow,
    run: ({ locate }, { targId }) => locate(targId),
  },
  {
    key: 'follow',
    group: 'view',
    icon: <StarOutlined />,
    text: (store, row) => (store.followed(row) ? 'monitor.unfollow' : 'monitor.follow'),
    code: permission.locateAndFollow,
    run: ({ toggleFollow }, { targId }) => toggleFollow(targId),
  },
  {
    key: 'tracking',
    group: 'view',
    icon: <RadarChartOutlined />,
    text: 'vehicleAction.tracking',
    code: permission.tracking,
    to: trackingPage,
  },
  {
    key: 'trackingTime',
    group: 'view',
    icon: <FieldTimeOutlined />,
    text: 'vehicleAction.trackingTime',
    code: permission.temporaryTracking,
    to: trackingTimePage,
  },
  {
    key: 'playback',
    group: 'view',
    icon: <NodeIndexOutlined />,
    text: 'vehicleAction.playback',
    code: permission.trackPlayback,
    to: (tid) => playbackPage(tid),
  },
  {
    key: 'video',
    group: 'view',
    icon: <VideoCameraOutlined />,
    text: 'action.liveVideo',
    code: permission.liveVideo,
    run: opens('video'),
  },
  {
    key: 'message',
    group: 'command',
    icon: <MessageOutlined />,
    text: 'vehicleAction.message',
    code: permission.sendMessage,
    run: (_tools, vehicle) => sendMessageTo([vehicle]),
  },
  {
    key: 'photo',
    group: 'command',
    icon: <CameraOutlined />,
    text: 'vehicleAction.photograph',
    code: permission.photograph,
    run: opens('photo'),
  },
  {
    key: 'listen',
    group: 'command',
    icon: <PhoneOutlined />,
    text: 'vehicleAction.listen',
    code: permission.listen,
    run: opens('listen'),
  },
  {
    key: 'rollCall',
    group: 'command',
    icon: <PushpinOutlined />,
    text: 'vehicleAction.rollCall',
    code: permission.rollCall,
    run: (_tools, vehicle) => void rollCall(vehicle),
  },
  {
    key: 'sendAreas',
    group: 'command',
    icon: <BlockOutlined />,
    text: 'vehicleAction.sendAreas',
    code: permission.sendAreas,
    offered: ({ sendsAreas }) => sendsAreas,
    run: opens('areas'),
  },
  {
    key: 'clearAlarm',
    group: 'command',
    icon: <AlertOutlined />,
    text: 'vehicleAction.clearAlarm',
    code: permission.clearAlarm,
    run: ({ store }, vehicle) => void clearAlarm(vehicle, store.alarmBits(store.rowOf(vehicle.targId))),
  },
  {
    key: 'info',
    group: 'record',
    icon: <CarOutlined />,
    text: 'monitor.vehicleInfo',
    code: permission.carInfo,
    run: opens('info'),
  },
  {
    key: 'owner',
    group: 'record',
    icon: <IdcardOutlined />,
    text: 'vehicleAction.ownerInfo',
    code: permission.ownerInfo,
    run: opens('owner'),
  },
  {
    key: 'tyres',
    group: 'record',
    icon: <DashboardOutlined />,
    text: 'vehicleAction.tyres',
    code: permission.tyrePressure,
    run: opens('tyres'),
  },
  {
    key: 'spotCheck',
    group: 'record',
    icon: <AuditOutlined />,
    text: 'followUps.spotCheck',
    code: permission.spotCheck,
    run: opens('spotCheck'),
  },
  {
    key: 'videoViews',
    group: 'record',
    icon: <EyeOutlined />,
    text: 'videoViews.title',
    code: permission.liveVideo,
    run: opens('videoViews'),
  },
  {
    key: 'media',
    group: 'record',
    icon: <PictureOutlined />,
    text: 'media.photos',
    code: permission.viewMedia,
    run: opens('media'),
  },
  {
    key: 'copyPlate',
    group: 'record',
    icon: <CopyOutlined />,
    text: 'vehicleAction.copyPlate',
    code: null,
    run: (_tools, { plate }) => void copyText(plate),
  },
];

/** The available and permitted actions, in table order. */
export const offeredActions = (tools: VehicleTools, rights: readonly string[] | null): readonly VehicleAction[] =>
  vehicleActions.filter(
    ({ code, offered }) => (code === null || (rights?.includes(code) ?? false)) && (offered?.(tools) ?? true),
  );

/** The label of an action for a vehicle. */
export const actionText = ({ text }: VehicleAction, store: VehicleStore, row: number): ParseKeys =>
  typeof text === 'function' ? text(store, row) : text;

/** A vehicle as the target of windows and commands. */
export const targetOf = (store: VehicleStore, row: number): Target => ({
  targId: store.idOf(row),
  carId: store.carId(row),
  plate: store.plate(row),
  colour: store.colour(row),
});
