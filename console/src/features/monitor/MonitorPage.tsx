import { parseRefreshOption, parseTreeOptions } from '@fleetwarden/contract/monitor/map-settings';
import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { type ComponentType, memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay, useSession } from '../../api/session.ts';
import type { MapHandle } from '../../map/MapView.tsx';
import type { MapPosition } from '../../map/map-provider.ts';
import { useLive } from '../../shared/live-context.ts';
import { useMapSettings } from '../../shared/map-settings.ts';
import { hasSavedView, openingView, useMapState } from '../../shared/map-state.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { PanelToggle } from '../../ui/PanelToggle.tsx';
import { usePreferences } from '../../ui/preferences.ts';
import { useArrival } from './arrival.ts';
import { ClickModeSwitch } from './ClickModeSwitch.tsx';
import { DisconnectedStrip } from './DisconnectedStrip.tsx';
import { useFirstView } from './first-view.ts';
import { createFollower } from './follower.ts';
import { LocateOnArrival } from './LocateOnArrival.tsx';
import styles from './MonitorPage.module.css';
import { useFullScreen } from './tools/use-full-screen.ts';
import { useClickMode } from './use-click-mode.ts';
import { useFleetTree } from './use-fleet-tree.ts';
import { useMonitorUrl } from './use-monitor-url.ts';
import { useTreeFilter } from './use-tree-filter.ts';
import { useVehicleLocator } from './use-vehicle-locator.ts';
import { useVehicleTools } from './use-vehicle-tools.ts';
import { VehicleCard } from './VehicleCard.tsx';
import { VehicleMenu } from './VehicleMenu.tsx';
import { ClosedPanel, VehiclePanel } from './VehiclePanel.tsx';
import { type OpenMenu, type OpenVehicleMenu, VehicleMenuContext } from './vehicle-menu.ts';
import type { AreasWindow } from './windows/areas-window.ts';
import { VehicleWindows } from './windows/VehicleWindows.tsx';

/** Below this width the list covers the map. */
const NARROW = '(max-width: 768px)';

// Searching the list must not re-render the map and its surroundings.
const MapView = memo(lazyComponent(async () => (await import('../../map/MapView.tsx')).MapView));
// loaded after the map
const MapTools = memo(lazyComponent(async () => (await import('./tools/MapTools.tsx')).MapTools));
const MonitorDrawer = memo(lazyComponent(async () => (await import('./drawer/MonitorDrawer.tsx')).MonitorDrawer));

const clickModes = <ClickModeSwitch />;

/** Follow state is stored by the server for the account; failures are shown and undone. */
const followCalls = {
  car: (targId: string, on: boolean) =>
    on ? call(monitorCalls.checkedCar, { targId }) : call(monitorCalls.unCheckedCar, { targId }),
  dept: (deptId: string, on: boolean) =>
    on ? call(monitorCalls.checkedDept, { deptId }) : call(monitorCalls.unCheckedDept, { deptId }),
  group: (deptId: string, on: boolean) =>
    on ? call(monitorCalls.checkedDept, { deptId, own: '1' }) : call(monitorCalls.unCheckedDept, { deptId, own: '1' }),
};

/** Stores the view, which logging out saves. */
const keepView = (view: MapPosition) => useMapState.setState({ view });

/** Slots of other features: map tools, and a panel at the right. */
type MapParts = Readonly<Record<string, ComponentType<{ map: MapHandle }>>>;

const NO_PARTS: MapParts = {};

/** The monitoring centre: map, vehicle list and vehicle card. */
export function MonitorPage(props: { tools?: MapParts; sidePanels?: MapParts; areasWindow?: AreasWindow }) {
  const { tools = NO_PARTS, sidePanels = NO_PARTS, areasWindow } = props;
  const { t } = useTranslation();
  const { store, state: live } = useLive();
  const dark = usePreferences((state) => state.mode === 'dark');
  const [{ position, saved }] = useState(() => {
    const configured = useSession.getState().userInfo?.configList ?? [];
    return { position: openingView(configured), saved: hasSavedView(configured) };
  });
  const [url, changeUrl, readUrl] = useMonitorUrl();
  const fleet = useFleetTree();
  const [panelOpen, setPanelOpen] = useState(() => !matchMedia(NARROW).matches);
  const [map, setMap] = useState<MapHandle | null>(null);
  const [arrival, markArrived] = useArrival();
  // a vehicle of the address is located instead
  const [fitsFleet] = useState(!saved && !(url.sel !== null && arrival !== null));
  useFirstView({ wanted: fitsFleet, complete: live?.init === 2, store, map, fallback: position });
  const { tree } = fleet;
  const follower = useMemo(() => (tree ? createFollower(store, tree, followCalls) : null), [store, tree]);

  const { treesetting, refreshsetting } = useMapSettings();
  const options = useMemo(() => parseTreeOptions(treesetting), [treesetting]);
  useTreeFilter(tree, store, fleet.structure, url, options);
  useEffect(() => {
    store.setPace(parseRefreshOption(refreshsetting).everyMs);
    return () => store.setPace(0);
  }, [store, refreshsetting]);

  const select = useCallback((sel: string) => changeUrl({ sel }), [changeUrl]);
  const close = useCallback(() => changeUrl({ sel: null }), [changeUrl]);
  const selected = useCallback(() => readUrl().sel, [readUrl]);
  const open = useClickMode(select);

  const mayView = useMay(permission.liveMap);
  const showMap = useCallback(() => {
    if (matchMedia(NARROW).matches) setPanelOpen(false);
  }, []);
  const locateRow = useVehicleLocator({ store, map, tree, follower, selected, onSelect: select, onLocated: showMap });
  const [full, toggleFull] = useFullScreen();
  const vehicleTools = useVehicleTools({ store, follower, locateRow, sendsAreas: areasWindow !== undefined });
  const { locate: locateTid } = vehicleTools;
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const openMenu: OpenVehicleMenu = useCallback((tid, at) => setMenu({ tid, at }), []);
  const closeMenu = useCallback(() => setMenu(null), []);
  const deptName = useCallback((deptId: string) => tree?.departments.name[tree.departments.indexOf(deptId)] ?? '', [tree]);

  const toggleLabel = t(panelOpen ? 'monitor.collapsePanel' : 'monitor.expandPanel');

  return (
    <VehicleMenuContext value={openMenu}>
      <div className={styles['page']} data-full={full}>
        {panelOpen && !mayView && <ClosedPanel />}
        {panelOpen && mayView && (
          <VehiclePanel fleet={fleet} follower={follower} options={options} url={url} onUrl={changeUrl} onLocate={locateRow} />
        )}
        <div className={styles['column']}>
          <section className={styles['map']}>
            <Suspense fallback={null}>
              <MapView
                ref={setMap}
                store={store}
                selected={url.sel}
                onSelect={open}
                onMenu={openMenu}
                onView={keepView}
                dark={dark}
                toolbar={clickModes}
                position={fitsFleet ? null : position}
              />
            </Suspense>
            <PanelToggle
              open={panelOpen}
              label={toggleLabel}
              className={styles['toggle']}
              onToggle={() => setPanelOpen(!panelOpen)}
            />
            {map && (
              <Suspense fallback={null}>
                <MapTools map={map} store={store} dark={dark} full={full} onFull={toggleFull} onLocate={locateTid}>
                  {Object.entries(tools).map(([key, Part]) => (
                    <Part key={key} map={map} />
                  ))}
                </MapTools>
              </Suspense>
            )}
            <DisconnectedStrip />
            {url.sel !== null && arrival !== null && map && follower && (
              <LocateOnArrival
                key={arrival}
                store={store}
                tid={url.sel}
                onLocate={(row) => {
                  markArrived();
                  locateRow(row);
                }}
              />
            )}
            {url.sel !== null && (
              <VehicleCard
                key={url.sel}
                store={store}
                tid={url.sel}
                tools={vehicleTools}
                onClose={close}
                addressOf={map?.addressOf}
              />
            )}
            <VehicleWindows areas={areasWindow} />
          </section>
          <Suspense fallback={null}>
            <MonitorDrawer store={store} deptName={deptName} onSelect={select} onLocate={locateTid} />
          </Suspense>
        </div>
        {map && Object.entries(sidePanels).map(([key, Part]) => <Part key={key} map={map} />)}
      </div>
      {menu && <VehicleMenu key={menu.tid} {...menu} tools={vehicleTools} onClose={closeMenu} />}
    </VehicleMenuContext>
  );
}
