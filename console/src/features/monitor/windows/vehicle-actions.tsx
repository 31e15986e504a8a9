import AimOutlined from '@ant-design/icons/AimOutlined';
import CameraOutlined from '@ant-design/icons/CameraOutlined';
import CarOutlined from '@ant-design/icons/CarOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import NodeIndexOutlined from '@ant-design/icons/NodeIndexOutlined';
import PhoneOutlined from '@ant-design/icons/PhoneOutlined';
import RadarChartOutlined from '@ant-design/icons/RadarChartOutlined';
import type { PermissionCode } from '@fleetwarden/contract/call';
import { permission } from '@fleetwarden/contract/permissions';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { sendCommand, type Target } from './sent-commands.ts';
import { openVehicleWindow } from './vehicle-window-state.ts';

/** The command that asks a terminal where it is. */
const ROLL_CALL = '8201';

/** Something to be done with a vehicle, and the code it needs (screen catalogue 3.1): a page it leads to, or what is run. */
type VehicleAction = {
  readonly key: string;
  readonly code: PermissionCode;
  readonly label: ParseKeys;
  readonly icon: ReactNode;
} & (
  | { readonly to: (vehicle: Target) => string; readonly run?: undefined }
  | { readonly run: (vehicle: Target) => void; readonly to?: undefined }
);

const page = (path: string) => (vehicle: Target) => `${path}?${new URLSearchParams({ targId: vehicle.targId })}`;

/** In the order of the dialog's buttons. */
export const vehicleActions: readonly VehicleAction[] = [
  {
    key: 'message',
    code: permission.sendMessage,
    label: 'vehicleWindow.message',
    icon: <MessageOutlined />,
    run: (vehicle) => openVehicleWindow({ kind: 'message', vehicles: [vehicle] }),
  },
  {
    key: 'listen',
    code: permission.listen,
    label: 'vehicleWindow.listen',
    icon: <PhoneOutlined />,
    run: (vehicle) => openVehicleWindow({ kind: 'listen', vehicle }),
  },
  {
    key: 'photo',
    code: permission.photograph,
    label: 'vehicleWindow.photo',
    icon: <CameraOutlined />,
    run: (vehicle) => openVehicleWindow({ kind: 'photo', vehicle }),
  },
  {
    key: 'rollCall',
    code: permission.rollCall,
    label: 'vehicleWindow.rollCall',
    icon: <AimOutlined />,
    run: (vehicle) => void sendCommand(ROLL_CALL, vehicle).catch(() => undefined),
  },
  {
    key: 'tracking',
    code: permission.tracking,
    label: 'vehicleWindow.tracking',
    icon: <RadarChartOutlined />,
    to: page('/mapcontent/tracking'),
  },
  {
    key: 'trackingTime',
    code: permission.temporaryTracking,
    label: 'vehicleWindow.trackingTime',
    icon: <FieldTimeOutlined />,
    to: page('/mapcontent/trackingTime'),
  },
  {
    key: 'playback',
    code: permission.trackPlayback,
    label: 'vehicleWindow.playback',
    icon: <NodeIndexOutlined />,
    to: page('/mapcontent/trackPlayback'),
  },
  {
    key: 'info',
    code: permission.carInfo,
    label: 'vehicleWindow.info',
    icon: <CarOutlined />,
    run: (vehicle) => openVehicleWindow({ kind: 'info', vehicle }),
  },
  {
    key: 'owner',
    code: permission.ownerInfo,
    label: 'vehicleWindow.owner',
    icon: <IdcardOutlined />,
    run: (vehicle) => openVehicleWindow({ kind: 'owner', vehicle }),
  },
  {
    key: 'tyres',
    code: permission.tyrePressure,
    label: 'vehicleWindow.tyres',
    icon: <DashboardOutlined />,
    run: (vehicle) => openVehicleWindow({ kind: 'tyres', vehicle }),
  },
];
