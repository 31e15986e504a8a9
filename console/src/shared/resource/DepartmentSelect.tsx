import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { departmentTree, useDepartments } from '../departments.ts';

/** A department of the scope, by its id; `multiple`: several. `names` are shown for those the scope does not hold. */
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
  // the same tree as long as nothing changes: antd goes through all of another one
  const shown = useMemo(() => {
    // disabled: named, and not to be chosen anew
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
      disabled={disabled}
      treeData={shown}
      treeDefaultExpandedKeys={tree.map((root) => root.value)}
      loading={isPending}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
    />
  );
}
