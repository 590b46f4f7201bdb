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
      // `npm start` installs `dependencies` only, and does not start the simulation.
      name: 'stage-runs-without-dev-dependencies',
      severity: 'error',
      from: { path: '^stage/', pathNot: '[.]test[.]ts$|^stage/simulation/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      // What judges the programs shares no code with them, not even the contract, or it would share their mistakes.
      name: 'the-model-imports-no-program',
      severity: 'error',
      from: { path: '^stage/simulation/model/' },
      to: { pathNot: '^stage/simulation/model/|node_modules/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'the-model-imports-no-contract',
      severity: 'error',
      from: { path: '^stage/simulation/model/' },
      to: { path: 'node_modules/@artwork-registry|^packages/' },
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
