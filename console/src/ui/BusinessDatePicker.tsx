import dayjsConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { businessNow } from './business-time.ts';

/** antd's date picker for days of the platform: the day it marks as today, and takes as today, is the platform's and not the browser's. */
export const BusinessDatePicker = DatePicker.generatePicker<Dayjs>({ ...dayjsConfig, getNow: () => businessNow() });
