import { create } from 'zustand';

/** The dialogs about the signed-in user's own account; AccountDialogs.tsx draws the one that is open. */
type AccountDialog = 'profile' | 'password' | 'sessions';

export const useAccountDialogs = create<{ readonly open: AccountDialog | null }>(() => ({ open: null }));

const show = (open: AccountDialog | null) => useAccountDialogs.setState({ open });

/** 个人信息: name and mobile number. */
export const openProfile = (): void => show('profile');

/** 修改密码 */
export const openChangePassword = (): void => show('password');

/** Where and when one signed in of late. */
export const openOwnSessions = (): void => show('sessions');

export const closeAccountDialog = (): void => show(null);
