import type { ComponentType } from 'react';
import { Outlet } from 'react-router';
import { AlarmHost } from '../features/alarms/AlarmHost.tsx';
import { AccountDialogs } from '../features/identity/AccountDialogs.tsx';
import { openChangePassword, openOwnSessions, openProfile } from '../features/identity/account-dialogs.ts';
import { AlarmBells } from '../features/notices/AlarmBells.tsx';
import { NoticeBell } from '../features/notices/NoticeBell.tsx';
import { DeskButton } from '../features/regulators/DeskButton.tsx';
import { DeskWatch } from '../features/regulators/DeskWatch.tsx';
import { openDuty, openSupervisions } from '../features/regulators/desk-store.ts';
import { TaskTray } from '../features/tasks/TaskTray.tsx';
import { VideoFileWatch } from '../features/video/recorded/VideoFileWatch.tsx';
import { CommandHost } from './CommandHost.tsx';
import { ConfigWatch } from './ConfigWatch.tsx';
import { DepartmentWatch } from './DepartmentWatch.tsx';
import { ErrorLogButton } from './ErrorLogButton.tsx';
import { HeaderSearch } from './HeaderSearch.tsx';
import { PageWatermark } from './PageWatermark.tsx';
import { TagsView } from './TagsView.tsx';

/** Actions of the user menu on the account. */
export type AccountActions = {
  readonly openProfile: () => void;
  readonly openChangePassword: () => void;
  readonly openOwnSessions: () => void;
  /** Supervisions of superior platforms, and the duty schedule. */
  readonly openSupervisions: () => void;
  readonly openDuty: () => void;
};

/** Parts of the shell provided by other features. */
export type ShellSlots = {
  /** Tools of the top bar, before its own; each loads itself. None in inspection mode. */
  readonly barTools: readonly ComponentType[];
  readonly account: AccountActions | null;
  /** The bar of open pages. */
  readonly TagBar: ComponentType | null;
  /** Renders the current page. */
  readonly Page: ComponentType;
  /** Overlays of every page, such as dialogs. */
  readonly overlays: readonly ComponentType[];
};

export const slots: ShellSlots = {
  barTools: [HeaderSearch, TaskTray, ErrorLogButton, DeskButton, AlarmBells, NoticeBell],
  account: { openProfile, openChangePassword, openOwnSessions, openDuty, openSupervisions },
  TagBar: TagsView,
  Page: Outlet,
  overlays: [CommandHost, AlarmHost, AccountDialogs, ConfigWatch, DepartmentWatch, DeskWatch, VideoFileWatch, PageWatermark],
};
