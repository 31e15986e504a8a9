import { Suspense } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import type { AreasWindow } from './areas-window.ts';
import { CommandTray } from './CommandTray.tsx';
import { closeVehicleWindow, useVehicleWindow } from './vehicle-window-state.ts';

const VehicleWindowBody = lazyComponent(async () => (await import('./VehicleWindowBody.tsx')).VehicleWindowBody);

/** The open window and the tray of sent commands, for pages with vehicles. */
export function VehicleWindows({ areas }: { areas?: AreasWindow | undefined }) {
  const shown = useVehicleWindow((state) => state.shown);
  return (
    <>
      <CommandTray />
      {shown && (
        <Suspense fallback={null}>
          <VehicleWindowBody shown={shown} areas={areas} onClose={closeVehicleWindow} />
        </Suspense>
      )}
    </>
  );
}
