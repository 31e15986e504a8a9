import { GroundInput } from '../features/geofences/GroundInput.tsx';
import { RiskReportPage } from '../features/risks/RiskReportPage.tsx';

/** The risk-area report with another feature's area input. */
export const RiskReport = () => <RiskReportPage GroundInput={GroundInput} />;
