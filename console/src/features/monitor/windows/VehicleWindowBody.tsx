import { AntdProvider } from '../../../ui/AntdProvider.tsx';
import { CommandDialog } from './CommandDialog.tsx';
import { InfoDialog } from './InfoDialog.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { TyreDialog } from './TyreDialog.tsx';
import type { VehicleWindow } from './vehicle-window-state.ts';

/** Draws a window by its kind. Apart from its host: it brings antd. */
export const VehicleWindowBody = (props: { shown: VehicleWindow; onClose: () => void }) => (
  <AntdProvider>
    <Body {...props} />
  </AntdProvider>
);

function Body({ shown, onClose }: { shown: VehicleWindow; onClose: () => void }) {
  switch (shown.kind) {
    case 'message':
      return <MessageDialog to={{ vehicles: shown.vehicles }} onClose={onClose} />;
    case 'groupMessage':
      return <MessageDialog to={{ departments: shown.departments }} onClose={onClose} />;
    case 'listen':
      return <CommandDialog cmdCode="8400" vehicle={shown.vehicle} onClose={onClose} />;
    case 'photo':
      return <CommandDialog cmdCode="8801" vehicle={shown.vehicle} onClose={onClose} />;
    case 'info':
    case 'owner':
      return <InfoDialog vehicle={shown.vehicle} first={shown.kind === 'info' ? 'vehicle' : 'owner'} onClose={onClose} />;
    case 'tyres':
      return <TyreDialog vehicle={shown.vehicle} onClose={onClose} />;
  }
}
