import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { createPrivacy, type PrivacySettings } from './privacy.ts';

const NOON = Date.UTC(2026, 4, 20, 4);
const settings = (more: Partial<PrivacySettings>): PrivacySettings => ({
  cabinChannels: '1,5',
  cabinView: 'cabinWorkingHours',
  cabinHours: '08:00-18:00',
  ...more,
});
const privacy = (more: Partial<PrivacySettings> = {}, now = NOON) =>
  createPrivacy({ settings: async () => settings(more), timeZone: 'Asia/Shanghai', now: () => now });
const view = (channel: number, startTime?: number, endTime?: number) => ({ departmentId: 1, channel, startTime, endTime });

describe('a cabin channel', () => {
  it('is open, closed, or open during working hours', async () => {
    const open = (cabinView: PrivacySettings['cabinView'], now?: number) => privacy({ cabinView }, now).mayView(view(1));
    expect(await open('cabinOpen')).toBe(true);
    expect(await open('cabinClosed')).toBe(false);
    expect(await open('cabinWorkingHours')).toBe(true);
    expect(await open('cabinWorkingHours', NOON + 6 * HOUR_MS)).toBe(false);
    await expect(privacy({ cabinView: 'cabinClosed' }).requireView(view(5))).rejects.toMatchObject({ kind: 'cabinClosed' });
  });

  it('leaves other channels open', async () => {
    expect(await privacy({ cabinView: 'cabinClosed' }).mayView(view(15))).toBe(true);
    expect(await privacy({ cabinView: 'cabinClosed', cabinChannels: '' }).mayView(view(1))).toBe(true);
  });

  it('shows a recording that lies within the working hours of a day', async () => {
    const { mayView } = privacy({}, NOON + 12 * HOUR_MS);
    expect(await mayView(view(1, NOON, NOON + 5 * HOUR_MS))).toBe(true);
    expect(await mayView(view(1, NOON, NOON + 7 * HOUR_MS))).toBe(false);
    expect(await mayView(view(1, NOON - 5 * HOUR_MS, NOON))).toBe(false);
    // a day later, and the night between
    expect(await mayView(view(1, NOON, NOON + DAY_MS))).toBe(false);
  });

  it('supports working hours across midnight and all day', async () => {
    const night = privacy({ cabinHours: '22:00-06:00' }).mayView;
    expect(await night(view(1, NOON + 11 * HOUR_MS, NOON + 17 * HOUR_MS))).toBe(true);
    expect(await night(view(1, NOON))).toBe(false);
    expect(await privacy({ cabinHours: '00:00-00:00' }).mayView(view(1, NOON, NOON + 30 * HOUR_MS))).toBe(true);
  });
});
