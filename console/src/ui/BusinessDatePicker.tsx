import dayjsConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { businessNow } from '../api/business-time.ts';

/**
 * antd's date picker in the platform's time zone: today and now are the platform's, not the browser's. Values are wall clocks
 * (`businessTime`, `instantOf`).
 */
export const BusinessDatePicker = DatePicker.generatePicker<Dayjs>({ ...dayjsConfig, getNow: () => businessNow() });
