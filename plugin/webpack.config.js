/* eslint-disable @typescript-eslint/no-require-imports, no-undef -- webpack reads this as CommonJS */
// One bundle per screen; everything WordPress ships stays outside of it.
const defaults = require('@wordpress/scripts/config/webpack.config');

module.exports = {
  ...defaults,
  entry: {
    settings: './src/settings/index.tsx',
    connect: './src/connect/index.tsx',
    mapping: './src/mapping/index.tsx',
    report: './src/report/index.tsx',
    'editor-panel': './src/editor-panel/index.tsx',
    'product-panel': './src/product-panel/index.tsx',
    'blocks/art-id/index': './src/blocks/art-id/index.tsx',
    'blocks/caption/index': './src/blocks/caption/index.tsx',
  },
};
