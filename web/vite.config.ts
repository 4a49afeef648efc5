import tailwind from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { homeChunkName, laterChunkName } from './vite-chunks.ts'
import { firstContent } from './vite-first-content.ts'
import { subsetFonts } from './vite-fonts.ts'
import { headScripts } from './vite-head-scripts.ts'
import { importMap } from './vite-import-map.ts'
import { precompressAssets } from './vite-precompress.ts'
import { loadCode } from './vite-load-code.ts'
import { nameRelease } from './vite-release.ts'
import { serviceWorker } from './vite-service-worker.ts'
import { stripSchemas } from './vite-strip-schemas.ts'
import { siteOfPage } from './vite-site.ts'
import { stubEntities } from './vite-stub-entities.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

const initialScripts = /^assets\/(?:index|framework|rolldown-runtime)\.js$/

/**
 * What `common` and `pages` may contain. A module in a folder `on-demand` (such as menus, which load when they are opened) is
 * in neither; only the pages that import it load it. The same holds for the forums' part of the contract.
 */
const sharedCode =
  /^(?!.*\/(?:on-demand|contract\/src\/forums)\/).*\/(?:web\/src\/(?:ui|lib|shell)|contract\/src|lucide-react|query-core|react-query)\//

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: { 'react-style-singleton': `${import.meta.dirname}/src/ui/on-demand/style-singleton.ts` } },
  plugins: [
    loadCode(),
    siteOfPage(),
    stubEntities(),
    stripSchemas(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The loaders of other pages than Home are loaded with their components: their code would delay every page.
      codeSplittingOptions: {
        splitBehavior: ({ routeId }) => [routeId === '/' ? ['component'] : ['loader', 'component']],
      },
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/routeTree.gen.ts`,
      tmpDir: `${import.meta.dirname}/../node_modules/.cache/tanstack-router`,
      routeFileIgnorePattern: String.raw`\.test\.`,
      addExtensions: true,
      disableLogging: true,
    }),
    react(),
    tailwind(),
    headScripts(),
    subsetFonts(),
    serviceWorker(),
    importMap(),
    firstContent(),
    nameRelease(),
    precompressAssets(),
  ],
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/auth',
        '/.well-known/',
        '/logo/',
        '/media/',
        '/share/',
        '/embed/',
        '/feeds/',
        '/healthz',
        '/manifest.webmanifest',
      ].map((path) => [path, server]),
    ),
  },
  build: {
    manifest: true,
    // One style sheet, so that no script names it: its name changes with most changes.
    cssCodeSplit: false,
    // The content security policy does not allow data: fonts and scripts.
    assetsInlineLimit: 0,
    // Browsers without preloads only start these loads later.
    modulePreload: {
      polyfill: false,
      // The page has loaded these scripts before it loads others.
      resolveDependencies: (_file, scripts, { hostType }) =>
        hostType === 'html' ? scripts : scripts.filter((script) => !initialScripts.test(script)),
    },
    rolldownOptions: {
      // To read a property of what is not used has no effect.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // `vite-import-map.ts` adds a hash.
        entryFileNames: 'assets/[name].js',
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}.js`,
        // Use few files, because each request is expensive on a slow network. Every page loads two: `framework` contains
        // only npm packages, so browsers can cache it across releases, and `app` contains our code. `common` and `pages`
        // contain what most other pages share, `after-page` and `after-home` what is loaded after the first screen.
        codeSplitting: {
          groups: [
            { name: 'framework', tags: ['$initial'], test: /node_modules/, priority: 4 },
            { name: 'app', tags: ['$initial'], priority: 3 },
            // What Home and pages with polls share, in one file.
            {
              name: 'poll',
              test: /(?:polls|community)\/core\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2.1,
            },
            { name: homeChunkName(), debugName: 'common', minShareCount: 2, test: sharedCode, priority: 2.05 },
            { name: 'pages', minShareCount: 3, test: sharedCode, priority: 2 },
            // What a few pages share with what is loaded after the first screen: each would be a file below 1 kB.
            {
              name: 'small',
              test: /web\/src\/.*\/small\/|icons\/(?:info|chevron-up)\./,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 2.1,
            },
            {
              name: laterChunkName(),
              debugName: 'after the page',
              includeDependenciesRecursively: false,
              priority: 1.8,
            },
            // Apart from our code, so that a page with a small module of ours does not load a library that is in its chunk.
            {
              name: 'library',
              test: /node_modules/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 500,
              priority: 1.5,
            },
            // What the titles of pages say of polls, in one file.
            {
              name: 'heads',
              test: /contract\/src\/(?:polls\/on-demand\/(?:shares|method)|site\/on-demand\/public-heads)\.ts|on-demand\/time-zone\.ts/,
              minShareCount: 2,
              includeDependenciesRecursively: false,
              priority: 1.4,
            },
            // A group of its own: this form is loaded on demand, with the code of dialogs, which a discussion does not need.
            { name: 'discussion-form', test: /forums\/start\//, minShareCount: 2, entriesAware: true, priority: 1.2 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_200, priority: 1 },
          ],
        },
      },
    },
  },
})
