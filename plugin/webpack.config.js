/* eslint-disable @typescript-eslint/no-require-imports, no-undef -- webpack reads this as CommonJS */
// One bundle per screen; everything WordPress ships stays outside of it. The exceptions make @wordpress/dataviews run on every WordPress
// from 6.6 on: its theme may not use the private-apis of an older WordPress, and WordPress 6.6 lacks a component and two hooks.
const { join } = require('node:path');
const { NormalModuleReplacementPlugin } = require('webpack');
const DependencyExtractionPlugin = require('@wordpress/dependency-extraction-webpack-plugin');
const defaults = require('@wordpress/scripts/config/webpack.config');

/** Not there, or closed to plugins, in older WordPress. */
const ofNewerWordPress = ['@wordpress/private-apis', '@wordpress/theme'];
const ofDataViews = /node_modules\/@wordpress\/(dataviews|ui|theme)\//;

module.exports = {
  ...defaults,
  plugins: [
    ...defaults.plugins.filter((plugin) => !(plugin instanceof DependencyExtractionPlugin)),
    new DependencyExtractionPlugin({
      requestToExternal: (request) => (ofNewerWordPress.includes(request) ? false : undefined),
    }),
    new NormalModuleReplacementPlugin(/^@wordpress\/(components|compose)$/, (resource) => {
      if (ofDataViews.test(`${resource.context}/`)) {
        const name = resource.request.slice('@wordpress/'.length);
        const own = join(__dirname, `src/artworks/${name}-of-any-wordpress.ts`);
        resource.request = own;
        // The plugin above decides by the dependency.
        for (const dependency of resource.dependencies) dependency.request = own;
      }
    }),
  ],
  entry: {
    overview: './src/overview/index.tsx',
    artworks: './src/artworks/index.tsx',
    fields: './src/fields/index.tsx',
    settings: './src/settings/index.tsx',
    activity: './src/activity/index.tsx',
    connect: './src/connect/index.tsx',
    report: './src/report/index.tsx',
    artists: './src/artists/index.tsx',
    'editor-panel': './src/editor-panel/index.tsx',
    'product-panel': './src/product-panel/index.tsx',
    'blocks/art-id/index': './src/blocks/art-id/index.tsx',
    'blocks/caption/index': './src/blocks/caption/index.tsx',
    'blocks/card/index': './src/blocks/card/index.tsx',
  },
};
