import type { Resource } from '@fleetwarden/contract/resources/resource';
import i18next from 'i18next';
import { create } from 'zustand';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { useSession } from '../../../api/session.ts';
import type { PageTools, ResourceHooks, ResourcePageRow } from '../../../shared/resource/resource-hooks.ts';
import type { ResourceRecord } from '../../../shared/resource/resource-record.ts';
import type { RowAction } from '../../../ui/table/table-actions.ts';
import { mayPress, type OpenDialog, peopleCall } from '../people-calls.ts';
import { LoginLogDrawer } from './LoginLogDrawer.tsx';
import { PasswordMade } from './PasswordMade.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { UserState } from './UserState.tsx';

/** The user of a dialog; `password` after one was generated. */
type Subject = { readonly resource: Resource; readonly id: string; readonly loginName: string; readonly password?: string };
type Dialogs = OpenDialog<'reset' | 'made' | 'log', Subject>;

/** The open dialog of a row; an account sees the page of one console only. */
const useDialogs = create<{ dialog: Dialogs }>(() => ({ dialog: null }));
const ask = (dialog: Dialogs) => useDialogs.setState({ dialog });
const end = () => ask(null);

/** Beside the page's buttons: renders the open dialog. */
function DialogHost({ refresh }: PageTools) {
  const dialog = useDialogs((state) => state.dialog);
  if (!dialog) return null;
  const { kind, subject } = dialog;
  if (kind === 'log') return <LoginLogDrawer {...subject} onClose={end} />;
  if (kind === 'made') return <PasswordMade name={subject.loginName} password={subject.password ?? ''} onClose={end} />;
  return (
    <ResetPassword
      {...subject}
      onClose={end}
      onDone={(password) => {
        refresh();
        ask(password === null ? null : { kind: 'made', subject: { ...subject, password } });
      }}
    />
  );
}

/** Users of one console and their special actions. */
export function userPage(resource: Resource): ResourcePageRow {
  const subjectOf = ({ id, loginName }: ResourceRecord): Subject => ({ resource, id, loginName: String(loginName) });
  const hooks: ResourceHooks = {
    Toolbar: DialogHost,
    added: ({ id, password }, { loginName }) =>
      password && ask({ kind: 'made', subject: { resource, id, loginName: String(loginName), password } }),
    cells: {
      enabled: ({ enabled }) => <UserState on={enabled === true} words={['user.on', 'user.off']} />,
      online: ({ online }) => <UserState on={online === true} words={['user.isOnline', 'user.isOffline']} />,
    },
    rowActions: (record, { refresh }) => [
      ...accountActions(resource, record, refresh),
      ...(mayPress(resource, '10')
        ? [
            {
              key: 'reset',
              label: i18next.t('user.reset'),
              disabled: isOwn(record),
              run: () => ask({ kind: 'reset', subject: subjectOf(record) }),
            },
          ]
        : []),
      ...(mayPress(resource, '13')
        ? [{ key: 'log', label: i18next.t('user.log'), run: () => ask({ kind: 'log', subject: subjectOf(record) }) }]
        : []),
    ],
  };
  return { resource, hooks };
}

const isOwn = ({ id }: ResourceRecord): boolean => useSession.getState().userInfo?.userId === id;

/** Immediate actions; locking asks first. */
function accountActions(resource: Resource, record: ResourceRecord, refresh: () => void): RowAction[] {
  const { t } = i18next;
  const ids = [record.id];
  const name = String(record['loginName']);
  const enabled = record['enabled'] === true;
  const own = isOwn(record);
  const actions: RowAction[] = [];
  if (mayPress(resource, '07'))
    actions.push({
      key: 'enable',
      label: t(enabled ? 'user.disable' : 'user.enable'),
      danger: enabled,
      disabled: own,
      confirm: enabled
        ? { title: t('user.disableOne', { name }), content: t('user.disableHint') }
        : { title: t('user.enableOne', { name }) },
      run: async () => {
        await call(peopleCall(resource, 'enableUser'), { ids, enabled: !enabled });
        notify('success', t('user.done'));
        refresh();
      },
    });
  if (mayPress(resource, '12'))
    actions.push({
      key: 'kick',
      label: t('user.kick'),
      danger: true,
      disabled: own || record['online'] !== true,
      confirm: { title: t('user.kickOne', { name }), content: t('user.kickHint') },
      run: async () => {
        const { ended } = await call(peopleCall(resource, 'kickUser'), { ids });
        notify('success', t('user.kicked', { count: ended }));
        refresh();
      },
    });
  if (mayPress(resource, '11'))
    actions.push({
      key: 'unlock',
      label: t('user.unlock'),
      disabled: record['failures'] === 0,
      run: async () => {
        await call(peopleCall(resource, 'unlockUser'), { ids });
        notify('success', t('user.unlocked'));
        refresh();
      },
    });
  return actions;
}
