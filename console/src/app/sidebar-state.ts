import { create } from 'zustand';
import { readCookie, writeCookie } from '../api/cookie.ts';

/** Specification 2.4, 2.7: the sidebar's state is stored in a cookie, '1' or '0'. */
const COOKIE = 'sidebarStatus';
const COOKIE_DAYS = 365;

type SidebarState = {
  /** Wide windows: names beside the icons. */
  readonly opened: boolean;
  /** Narrow windows: an overlay that closes by itself; not stored. */
  readonly over: boolean;
};

export const useSidebar = create<SidebarState>(() => ({ opened: readCookie(COOKIE) !== '0', over: false }));

export function toggleSidebar(): void {
  const opened = !useSidebar.getState().opened;
  useSidebar.setState({ opened });
  writeCookie(COOKIE, opened ? '1' : '0', COOKIE_DAYS);
}

export const openOver = (): void => useSidebar.setState({ over: true });
export const closeOver = (): void => useSidebar.setState({ over: false });
