import { Suspense, useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { closeAccountDialog, useAccountDialogs } from './account-dialogs.ts';

const dialogs = {
  profile: lazyComponent(async () => (await import('./ProfileDialog.tsx')).ProfileDialog),
  password: lazyComponent(async () => (await import('./PasswordDialog.tsx')).PasswordDialog),
  sessions: lazyComponent(async () => (await import('./OwnSessions.tsx')).OwnSessions),
};
const ForcedPasswordChange = lazyComponent(async () => (await import('./ForcedPasswordChange.tsx')).ForcedPasswordChange);

/** Renders the open account dialog; the forced change of an initial password covers everything. */
export function AccountDialogs() {
  const open = useAccountDialogs((state) => state.open);
  const user = useSession((state) => state.userInfo);
  const forced = user?.mustChangePassword === true;
  const Dialog = open && user && !forced ? dialogs[open] : null;

  // The next user starts without a dialog.
  useEffect(() => closeAccountDialog, []);

  return (
    <Suspense fallback={null}>
      {Dialog && <Dialog onClose={closeAccountDialog} />}
      {forced && <ForcedPasswordChange />}
    </Suspense>
  );
}
