import { PLATE_COLOURS, plateDisplay } from '@fleetwarden/domain/plate-colour';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { INSPECTION } from '../../api/redirect.ts';
import controls from '../../ui/theme/controls.module.css';
import { plateColours } from '../../ui/theme/theme.ts';
import { Field } from './Field.tsx';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';
import type { Secret } from './sign-in.ts';
import { signInToVehicle } from './sign-in.ts';
import type { Captcha } from './use-captcha.ts';

/** Coaches and trucks, which this platform monitors, have yellow plates. */
const YELLOW = 2;

/** Signs in to a vehicle with its inspection password and opens its map. */
export function VehicleForm(props: {
  captcha: Captcha | null;
  onRefresh: () => void;
  /** Prefills the form in demos. */
  filled: { readonly carNo: string; readonly color: number; readonly password: string } | null;
}) {
  const { captcha, onRefresh, filled } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [carNo, setCarNo] = useState(filled?.carNo ?? '');
  const [color, setColor] = useState(filled?.color ?? YELLOW);

  async function send(secret: Secret) {
    await signInToVehicle(carNo, color, secret);
    await navigate(INSPECTION, { replace: true });
  }

  return (
    <SignInForm
      captcha={captcha}
      onRefresh={onRefresh}
      who={carNo}
      passwordLabel={t('login.inspectPassword')}
      passwordRequired="login.inspectPasswordRequired"
      initialPassword={filled?.password ?? ''}
      missing={() => (carNo.trim() === '' ? { carNo: 'login.carNoRequired' as const } : {})}
      send={send}
    >
      {(problemOf) => (
        <div className={styles['plate']}>
          <Field label={t('login.carNo')} problem={problemOf('carNo')}>
            {(field) => (
              <input
                {...field}
                className={controls['input']}
                name="carNo"
                maxLength={12}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                value={carNo}
                onChange={(event) => setCarNo(event.target.value.toUpperCase())}
              />
            )}
          </Field>
          <Field label={t('login.plateColour')} problem={undefined}>
            {(field) => (
              <span className={styles['colour']}>
                <span style={{ background: plateColours[plateDisplay(color)] }} />
                <select
                  {...field}
                  className={controls['input']}
                  name="color"
                  value={color}
                  onChange={(event) => setColor(Number(event.target.value))}
                >
                  {PLATE_COLOURS.map(({ code }) => (
                    <option key={code} value={code}>
                      {t(`monitor.plate${code as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11}`)}
                    </option>
                  ))}
                </select>
              </span>
            )}
          </Field>
        </div>
      )}
    </SignInForm>
  );
}
