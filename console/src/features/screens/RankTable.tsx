import { useTranslation } from 'react-i18next';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { State } from '../../ui/States.tsx';
import styles from './Dashboard.module.css';

/** A vehicle with its formatted value. */
type Ranked = {
  readonly id: string;
  readonly plate: string;
  readonly colour: number;
  readonly dept: string;
  readonly figure: string;
};

/** Ranked vehicles, first on top; `none`: text of an empty ranking. */
export function RankTable({ rows, title, none }: { rows: readonly Ranked[]; title: string; none: string }) {
  const { t } = useTranslation();
  if (rows.length === 0) return <State title={none} />;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{t('screens.vehicle')}</th>
          <th scope="col">{t('screens.department')}</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, plate, colour, dept, figure }) => (
          <tr key={id}>
            <td>
              <PlateTag plate={plate} colour={colour} />
            </td>
            <td title={dept}>{dept}</td>
            <td>{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
