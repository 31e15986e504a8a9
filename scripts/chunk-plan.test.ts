import { describe, expect, it } from 'vitest';
import { importDirectly, planChunks } from '../console/chunk-plan.ts';

describe('imports from package roots', () => {
  it('are replaced by the module of each value, without types', () => {
    const code = "import { App, type ButtonProps, DatePicker as Dates } from 'antd';\nuse(App);";
    expect(importDirectly(code)).toBe(
      "import App from 'antd/es/app/index.js'; import Dates from 'antd/es/date-picker/index.js';\nuse(App);",
    );
    expect(importDirectly("import { PlusOutlined } from '@ant-design/icons';")).toBe(
      "import PlusOutlined from '@ant-design/icons/PlusOutlined';",
    );
  });

  it('preserve the number of lines, and other imports are unchanged', () => {
    expect(importDirectly("import {\n  Flex,\n  Tag,\n} from 'antd';\nlast();").split('\n')).toHaveLength(5);
    for (const other of [
      "import { useState } from 'react';",
      "import type { TableProps } from 'antd';",
      "import x from 'antd';",
    ]) {
      expect(importDirectly(other)).toBe(other);
    }
  });
});

describe('chunks', () => {
  /** Modules as `name: imports`; pages start, login, frame, list and report in this order. */
  const plan = (imports: Readonly<Record<string, readonly string[]>>, chars: Readonly<Record<string, number>> = {}) => {
    const pages = [['main'], ['login'], ['frame'], ['list', 'dialog'], ['report']];
    const chunks = planChunks(pages, (id) => ({ imports: imports[id] ?? [], chars: chars[id] ?? 100_000 }));
    return Object.fromEntries(chunks);
  };
  const [START, LOGIN, FRAME, LIST, REPORT] = [1, 2, 4, 8, 16];

  it('exist once per set of pages', () => {
    expect(plan({ main: ['react'], list: ['react', 'table'], report: ['table', 'chart'], dialog: ['form'] })).toEqual({
      main: START,
      react: START,
      login: LOGIN,
      frame: FRAME,
      list: LIST,
      dialog: LIST,
      form: LIST,
      table: LIST | REPORT,
      report: REPORT,
      chart: REPORT,
    });
  });

  it('are loaded with the start if the login page shares them, and with the frame if the frame shares them', () => {
    const chunks = plan({ login: ['logo', 'tabs'], frame: ['logo', 'icon'], list: ['tabs', 'icon'], report: ['icon'] });
    expect([chunks['logo'], chunks['tabs'], chunks['icon']]).toEqual([START, START, FRAME]);
  });

  it('are not small: the frame includes a small chunk together with its imports', () => {
    const imports = { list: ['date', 'big'], report: ['date', 'big'], date: ['zone'], frame: ['zone'] };
    expect(plan(imports, { date: 10 })['date']).toBe(LIST | REPORT);
    const alone = { list: ['date'], report: ['date'], date: ['zone'], frame: ['zone'] };
    expect(plan(alone, { date: 10 })['date']).toBe(FRAME);
    const late = { list: ['date', 'big'], report: ['big'], dialog: ['date'], date: ['big'] };
    expect(plan(late, { list: 1, dialog: 1, date: 1 })['date']).toBe(LIST);
  });
});
