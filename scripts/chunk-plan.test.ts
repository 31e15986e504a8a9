import { describe, expect, it } from 'vitest';
import { importDirectly } from '../console/chunk-plan.ts';

describe('imports of packages as a whole', () => {
  it('name the module of each value, and drop types', () => {
    const code = "import { App, type ButtonProps, DatePicker as Dates } from 'antd';\nuse(App);";
    expect(importDirectly(code)).toBe(
      "import App from 'antd/es/app/index.js'; import Dates from 'antd/es/date-picker/index.js';\nuse(App);",
    );
    expect(importDirectly("import { PlusOutlined } from '@ant-design/icons';")).toBe(
      "import PlusOutlined from '@ant-design/icons/PlusOutlined';",
    );
  });

  it('keep the number of lines, and leave other imports alone', () => {
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
