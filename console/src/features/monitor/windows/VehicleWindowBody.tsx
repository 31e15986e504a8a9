import { spotKinds } from '@fleetwarden/contract/follow-ups/follow-up-rules';
import { sentCommands } from '../../../shared/commands/sent-commands.ts';
import { VehicleMediaDialog } from '../../../shared/media/VehicleMediaDialog.tsx';
import { SpotCheckDialog } from '../../../shared/SpotCheckDialog.tsx';
import { VideoViewsDialog } from '../../../shared/VideoViewsDialog.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { apart } from './apart.ts';
import type { AreasWindow } from './areas-window.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { InfoDialog } from './InfoDialog.tsx';
import { MessageDialog } from './MessageDialog.tsx';
import { TyreDialog } from './TyreDialog.tsx';
import { VideoDialog } from './VideoDialog.tsx';
import type { VehicleWindow } from './vehicle-window-state.ts';

/** Renders a window by its kind. Separate from its host, because it loads antd. */
export const VehicleWindowBody = (props: Props) => (
  <AntdProvider>
    <Body {...props} />
  </AntdProvider>
);

type Props = { shown: VehicleWindow; areas?: AreasWindow | undefined; onClose: () => void };

function Body({ shown, areas: Areas, onClose }: Props) {
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
    case 'video':
      return <VideoDialog vehicle={shown.vehicle} onClose={onClose} />;
    case 'tyres':
      return <TyreDialog vehicle={shown.vehicle} onClose={onClose} />;
    case 'spotCheck':
      return <SpotCheckDialog vehicle={shown.vehicle} kind={spotKinds.position} wrapProps={apart} onClose={onClose} />;
    case 'videoViews': {
      const { targId, plate } = shown.vehicle;
      return <VideoViewsDialog targId={targId} plate={plate} wrapProps={apart} onClose={onClose} />;
    }
    case 'media': {
      const { targId, plate } = shown.vehicle;
      return <VehicleMediaDialog targId={targId} plate={plate} wrapProps={apart} onClose={onClose} />;
    }
    case 'areas': {
      const { vehicle } = shown;
      if (!Areas) return null;
      return <Areas vehicle={vehicle} track={(code, send) => sentCommands.track(code, vehicle.plate, send)} onClose={onClose} />;
    }
  }
}
