import { ruleForms } from 'virtual:rule-forms';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { StateWord } from '../../ui/StateLabel.tsx';
import styles from './Rules.module.css';
import type { RuleRights } from './use-rule-rights.ts';

/** Name and state of a scheme, and its actions. */
export function SchemeHead(props: {
  code: RuleCode;
  /** null: a new scheme. */
  scheme: Scheme | null;
  rights: RuleRights;
  /** Returns to the list; absent where the list is beside the form. */
  onBack: (() => void) | undefined;
  onCopy: () => void;
  onTry: () => void;
  onRemove: () => void;
}) {
  const { code, scheme, rights, onBack, onCopy, onTry, onRemove } = props;
  const { t } = useTranslation();
  return (
    <header className={styles['head']}>
      {onBack && <IconButton label={t('warnScheme.back')} icon={<ArrowLeftOutlined />} onClick={onBack} />}
      <h2>{scheme?.schemeName ?? t('warnScheme.newOne')}</h2>
      {scheme && <StateWord on={scheme.enabled}>{t(scheme.enabled ? 'warnScheme.on' : 'warnScheme.off')}</StateWord>}
      <div className={styles['actions']}>
        {rights.tryOut && ruleForms[code].tries && (
          <Button size="small" onClick={onTry}>
            {t('warnScheme.tryOut')}
          </Button>
        )}
        {scheme && rights.add && (
          <Button size="small" onClick={onCopy}>
            {t('warnScheme.copy')}
          </Button>
        )}
        {scheme && rights.remove && (
          <Button size="small" danger onClick={onRemove}>
            {t('resource.remove')}
          </Button>
        )}
      </div>
    </header>
  );
}
