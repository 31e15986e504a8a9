import dayjsConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { businessNow } from '../api/business-time.ts';

/**
 * antd's date picker for days and moments of the platform: what it marks as today, and takes as now, is the platform's and not the
 * browser's. Its moments are wall clocks (`businessTime`, `instantOf`).
 */
export const BusinessDatePicker = DatePicker.generatePicker<Dayjs>({ ...dayjsConfig, getNow: () => businessNow() });
