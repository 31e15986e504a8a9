import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NetworkError, Refusal } from '../api/client.ts';
import { clearErrors, logError, useErrorLog, watchErrors } from '../api/error-log.ts';
import { createFilter, reportErrors } from '../api/error-report.ts';
import { PageLeft } from '../api/page-signal.ts';
import { endSession, useSession } from '../api/session.ts';
import { stubServer, userInfo } from '../ui/testing.tsx';

const entries = () => useErrorLog.getState().entries;
const messages = () => entries().map(({ message }) => message);

beforeEach(clearErrors);

describe('the error log', () => {
  it('stores message, info, address and stack', () => {
    logError(new TypeError('x is undefined'), 'in Page');
    expect(entries()[0]).toMatchObject({ message: 'x is undefined', info: 'in Page', url: location.href });
    expect(entries()[0]?.stack).toContain('TypeError');
  });
  it('keeps the newest 100, newest first', () => {
    for (let i = 1; i <= 101; i++) logError(new Error(String(i)));
    expect(entries()).toHaveLength(100);
    expect([messages()[0], messages().at(-1)]).toEqual(['101', '2']);
  });
  it('accepts any thrown value', () => {
    for (const thrown of ['text', null, 7, new Error('')]) logError(thrown);
    expect(messages()).toEqual(['Error', '7', 'null', 'text']);
  });
});

describe('uncaught errors', () => {
  let stop: () => void;
  beforeEach(() => {
    stop = watchErrors();
  });
  afterEach(() => stop());

  const rejected = (reason: unknown) => {
    const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
    window.dispatchEvent(event);
    return event;
  };

  it('are collected: window errors and rejections', () => {
    window.dispatchEvent(new ErrorEvent('error', { error: new Error('a'), message: 'a', filename: 'x.js', lineno: 3, colno: 4 }));
    rejected(new Error('b'));
    expect(entries().map(({ message, info }) => [message, info])).toEqual([
      ['b', 'unhandledrejection'],
      ['a', 'x.js:3:4'],
    ]);
  });
  it('are ignored if the client has handled them, or if the call was aborted', () => {
    rejected(new Refusal('4001', 'no'));
    rejected(new NetworkError('lost'));
    expect(rejected(new PageLeft()).defaultPrevented).toBe(true);
    expect(messages()).toEqual([]);
  });
  it('are ignored if they are the ResizeObserver notice of the browser', () => {
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed with undelivered notifications.' }));
    expect(messages()).toEqual([]);
  });
});

describe('reports to the server are sent', () => {
  const entry = (message: string, stack = message) => ({ id: 1, at: 0, message, info: '', url: '', stack, ofCall: false });

  it('at most 10 times a minute', () => {
    let now = 0;
    const wanted = createFilter(() => now);
    const told = Array.from({ length: 12 }, (_, i) => wanted(entry(`e${i}`)));
    expect(told.filter(Boolean)).toHaveLength(10);
    now = 60_000;
    expect(wanted(entry('later'))).toBe(true);
  });
  it('once for each location, and never for a failed call', () => {
    const wanted = createFilter();
    expect([wanted(entry('a')), wanted(entry('a')), wanted(entry('a', 'elsewhere'))]).toEqual([true, false, true]);
    expect(wanted({ ...entry('b'), ofCall: true })).toBe(false);
  });
  it('quietly, for a signed-in user, within the limits of the call', async () => {
    const server = stubServer({ 'audit/saveClientError': () => ({}) });
    const stop = reportErrors();
    logError(new Error('nobody is signed in'));
    useSession.setState({ token: 'a.b', userInfo, rights: [] });
    logError(new Error('x'.repeat(3_000)));
    logError(new NetworkError('lost'));
    clearErrors();
    await vi.waitFor(() => expect(server.of('audit/saveClientError')).toHaveLength(1));
    expect(server.of('audit/saveClientError')[0]?.data['message']).toHaveLength(2_000);
    stop();
    endSession();
  });
});
