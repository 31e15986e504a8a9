import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { departmentTree, useDepartments } from '../departments.ts';

/** Selects a department of the scope by ID, or several with `multiple`. `names`: labels of departments outside the scope. */
export function DepartmentSelect(props: {
  id?: string;
  value?: string | readonly string[] | null;
  onChange?: (value: string | readonly string[] | undefined) => void;
  multiple?: boolean;
  disabled?: boolean;
  placeholder?: string;
  label?: string;
  names?: ReadonlyMap<string, string>;
}) {
  const { id, value, onChange, multiple = false, disabled = false, placeholder, label, names } = props;
  const { departments, isPending } = useDepartments();
  const tree = useMemo(() => departmentTree(departments), [departments]);
  const known = useMemo(() => new Set(departments.map(({ deptId }) => deptId)), [departments]);
  // stable while nothing changes: antd traverses a new tree
  const shown = useMemo(() => {
    // disabled: shown, but not selectable
    const beyond = [value ?? []].flat().flatMap((dept) => {
      const title = names?.get(dept);
      return known.has(dept) || title === undefined ? [] : [{ value: dept, title, disabled: true, children: [] }];
    });
    return [...beyond, ...tree];
  }, [value, names, known, tree]);
  return (
    <TreeSelect<string | readonly string[]>
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(value === undefined || value === null ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      key={isPending ? 'pending' : 'known'}
      multiple={multiple}
      // opened before, it would close when the departments come
      disabled={disabled || isPending}
      treeData={shown}
      treeDefaultExpandedKeys={tree.map((root) => root.value)}
      loading={isPending}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
    />
  );
}
