/** Browser markers, most specific first: Edge also contains Chrome and Safari. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bMicroMessenger\/(\d+)/, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bQQBrowser\/(\d+)/, 'QQBrowser'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[^ ]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Chrome 142 · Windows' from a User-Agent header; '' if unknown. */
export function describeDevice(userAgent: string): string {
  const browser = BROWSERS.map(([mark, name]) => {
    const version = mark.exec(userAgent)?.[1];
    return version && `${name} ${version}`;
  }).find(Boolean);
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  return [browser, system].filter(Boolean).join(' · ');
}
