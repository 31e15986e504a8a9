import { GroundInput } from '../features/geofences/GroundInput.tsx';
import { RiskReportPage } from '../features/risks/RiskReportPage.tsx';

/** The report of risk areas, with the drawing of areas that another feature has. */
export const RiskReport = () => <RiskReportPage GroundInput={GroundInput} />;
