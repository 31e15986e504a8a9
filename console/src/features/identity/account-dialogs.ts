import { create } from 'zustand';

/** Dialogs of the user's own account; AccountDialogs.tsx renders the open one. */
type AccountDialog = 'profile' | 'password' | 'sessions';

export const useAccountDialogs = create<{ readonly open: AccountDialog | null }>(() => ({ open: null }));

const show = (open: AccountDialog | null) => useAccountDialogs.setState({ open });

/** 个人信息: name and mobile number. */
export const openProfile = (): void => show('profile');

/** 修改密码 */
export const openChangePassword = (): void => show('password');

/** Recent sign-ins. */
export const openOwnSessions = (): void => show('sessions');

export const closeAccountDialog = (): void => show(null);
