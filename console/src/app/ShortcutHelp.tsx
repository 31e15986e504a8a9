import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/IconButton.tsx';
import { useCommands } from './palette-commands.ts';
import styles from './ShortcutHelp.module.css';
import { shortcutOf, shortcuts } from './shortcuts.ts';
import { useModal } from './use-modal.ts';

/** Lists the shortcuts that work now. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const commands = useCommands((state) => state.commands);
  const dialog = useModal(onClose);
  return (
    <dialog ref={dialog} className={styles['sheet']} aria-label={t('search.shortcuts')}>
      <header>
        <h2>{t('search.shortcuts')}</h2>
        <IconButton label={t('common.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      <table>
        <tbody>
          {shortcuts.map(({ command }) => {
            const title = commands.get(command)?.title(t);
            return (
              title && (
                <tr key={command}>
                  <th scope="row">{title}</th>
                  <td>
                    {shortcutOf(command).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </td>
                </tr>
              )
            );
          })}
        </tbody>
      </table>
      <p>{t('search.shortcutsHint')}</p>
    </dialog>
  );
}
