import { device } from '@fleetwarden/contract/fleet/device-resource';
import i18next from 'i18next';
import type { ResourcePageRow } from '../../shared/resource/resource-hooks.ts';
import { openDeviceDialog } from './device-dialog.ts';
import { TerminalMessages } from './TerminalMessages.tsx';

/** /platform/devicePropertiesManagement: terminals, and their messages that are not interpreted. */
export const devicePage: ResourcePageRow = {
  resource: device,
  hooks: {
    Toolbar: TerminalMessages,
    rowActions: ({ carNo }) => [
      { key: 'messages', label: i18next.t('device.messages'), run: () => openDeviceDialog({ carNo: String(carNo) }) },
    ],
  },
};
