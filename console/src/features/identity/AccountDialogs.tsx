import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../../api/session.ts';
import { closeAccountDialog, useAccountDialogs } from './account-dialogs.ts';

const dialogs = {
  profile: lazy(async () => ({ default: (await import('./ProfileDialog.tsx')).ProfileDialog })),
  password: lazy(async () => ({ default: (await import('./PasswordDialog.tsx')).PasswordDialog })),
  sessions: lazy(async () => ({ default: (await import('./OwnSessions.tsx')).OwnSessions })),
};
const ForcedPasswordChange = lazy(async () => ({ default: (await import('./ForcedPasswordChange.tsx')).ForcedPasswordChange }));

/** Draws the account's dialog that is open; over everything the change of an initial password, as long as it is due. */
export function AccountDialogs() {
  const open = useAccountDialogs((state) => state.open);
  const user = useSession((state) => state.userInfo);
  const forced = user?.mustChangePassword === true;
  const Dialog = open && user && !forced ? dialogs[open] : null;

  // Whoever signs in next begins without a dialog.
  useEffect(() => closeAccountDialog, []);

  return (
    <Suspense fallback={null}>
      {Dialog && <Dialog onClose={closeAccountDialog} />}
      {forced && <ForcedPasswordChange />}
    </Suspense>
  );
}
