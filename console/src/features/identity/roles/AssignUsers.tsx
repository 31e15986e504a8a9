import type { RoleUser } from '@fleetwarden/contract/identity/people/schemas';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { Button, Input, Segmented } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { callPaged } from '../../../api/call-paged.ts';
import { notify } from '../../../api/feedback.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { peopleCall } from '../people-calls.ts';
import styles from './AssignUsers.module.css';

const MAX_TEXT = 32;

/** Users with and without a role; changes apply at once. */
export function AssignUsers(props: {
  resource: Resource;
  id: string;
  name: string;
  onClose: () => void;
  /** The role was assigned or removed. */
  onChanged: () => void;
}) {
  const { resource, id, name, onClose, onChanged } = props;
  const { t } = useTranslation();
  const [free, setFree] = useState(false);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  /** Reloaded after each change. */
  const [turn, setTurn] = useState(0);
  const text = useDeferredValue(typed.trim());

  function look(change: () => void) {
    change();
    setChosen([]);
  }
  async function move() {
    setBusy(true);
    try {
      const ids = [...chosen];
      await call(peopleCall(resource, 'bindUser'), { id, ...(free ? { add: ids } : { remove: ids }) });
      notify('success', t('user.done'));
      look(() => setTurn(turn + 1));
      onChanged();
    } catch {
      // Shown by the client.
    } finally {
      setBusy(false);
    }
  }

  return (
    <DetailDrawer open size={720} title={t('role.assignTitle', { name })} onClose={onClose}>
      <div className={styles['bar']}>
        <Segmented<boolean>
          value={free}
          options={[
            { value: false, label: t('role.holders') },
            { value: true, label: t('role.others') },
          ]}
          onChange={(value) => look(() => setFree(value))}
        />
        <Input.Search
          className={styles['search']!}
          allowClear
          maxLength={MAX_TEXT}
          aria-label={t('role.findUser')}
          placeholder={t('role.findUser')}
          value={typed}
          onChange={({ target }) => look(() => setTyped(target.value))}
        />
        <Button type="primary" danger={!free} disabled={chosen.length === 0} loading={busy} onClick={() => void move()}>
          {t(free ? 'role.give' : 'role.take')}
        </Button>
      </div>
      <PagedList<RoleUser>
        question={['roleUsers', resource.name, id, free, text, turn]}
        load={(options) => callPaged(peopleCall(resource, 'listRoleUser'), { id, free, ...(text ? { text } : {}) }, options)}
        rowKey="id"
        empty={t('role.noUsers')}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: ({ loginName }) => ({ 'aria-label': loginName }) as object,
        }}
        columns={[
          { key: 'loginName', dataIndex: 'loginName', title: t('user.loginName') },
          { key: 'userName', dataIndex: 'userName', title: t('user.userName') },
          { key: 'deptName', dataIndex: 'deptName', title: t('user.deptId') },
        ]}
      />
    </DetailDrawer>
  );
}
