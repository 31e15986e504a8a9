import { create } from 'zustand';
import { readCookie, writeCookie } from '../api/cookie.ts';

/** Specification 2.4, 2.7: whether the sidebar is open is remembered in a cookie, '1' or '0'. */
const COOKIE = 'sidebarStatus';
const COOKIE_DAYS = 365;

type SidebarState = {
  /** On a wide window: names beside the icons. */
  readonly opened: boolean;
  /** On a narrow one: it lies over the page. Not remembered: it closes by itself. */
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
