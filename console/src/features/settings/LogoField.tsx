import { MAX_LOGO_BYTES } from '@fleetwarden/contract/settings/platform-settings';
import { settingsCalls } from '@fleetwarden/contract/settings/routes';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { notify } from '../../api/feedback.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import styles from './LogoField.module.css';
import field from './SettingField.module.css';

/** The logo of a scope with a preview; changes apply at once. */
export function LogoField(props: {
  deptId: string | null;
  logoUrl: string;
  disabled: boolean;
  onSaved: (logoUrl: string) => void;
}) {
  const { deptId, logoUrl, disabled, onSaved } = props;
  const { t } = useTranslation();
  const id = useId();
  const [busy, setBusy] = useState(false);

  const save = async (image: string) => {
    setBusy(true);
    try {
      const saved = await call(settingsCalls.uploadLogo, { ...(deptId === null ? {} : { deptId }), image });
      notify('success', t(image === '' ? 'settings.logoRemoved' : 'settings.logoSaved'));
      onSaved(saved.logoUrl);
    } catch {
      // the client shows failures
    } finally {
      setBusy(false);
    }
  };
  const choose = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES) notify('error', t('settings.logoTooLarge'));
    else await save(await base64Of(file));
  };

  return (
    <div className={field['field']}>
      <span className={field['label']} id={id}>
        {t('settings.logo')}
      </span>
      <section className={field['body']} aria-labelledby={id}>
        <div className={styles['row']}>
          <div className={styles['preview']}>
            {logoUrl ? <img src={logoUrl} alt={t('settings.logoPreview')} /> : <span>{t('settings.logoNone')}</span>}
          </div>
          {!disabled && (
            <>
              <FileButton
                label={t('settings.logoChoose')}
                accept="image/png,image/jpeg,image/webp"
                loading={busy}
                onFile={(file) => void choose(file)}
              />
              {logoUrl && (
                <Button type="text" disabled={busy} onClick={() => void save('')}>
                  {t('settings.logoRemove')}
                </Button>
              )}
            </>
          )}
        </div>
        <p className={field['notes']}>{t('settings.logoHint')}</p>
      </section>
    </div>
  );
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
