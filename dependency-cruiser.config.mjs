// The import graph of all TypeScript: no circle, types included (ESLint's rule for circles does not see them). The arrows between
// folders are rules of ESLint (eslint.config.js), because an editor shows those while somebody types.

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      // `npm start` installs `dependencies` only.
      name: 'stage-runs-without-dev-dependencies',
      severity: 'error',
      from: { path: '^stage/', pathNot: '[.]test[.]ts$' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^plugin/(vendor|build|dist|tools)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
