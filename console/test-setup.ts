/**
 * Style sheets that scripts write into a test's document, antd's above all, count for nothing there: happy-dom would match each of
 * their rules against each element whenever something is looked for by its role, which took much of the time of tests of tables
 * and forms. What is hidden in a test is hidden by attributes and styles of the elements themselves.
 */
Object.defineProperty(HTMLStyleElement.prototype, 'sheet', { get: () => null });
