import type { Plugin } from 'vite'

/** In the build, the name and look of the site are those that the server has written into the page, without defaults. */
export function siteOfPage(): Plugin {
  return {
    name: 'site-of-page',
    apply: 'build',
    load: {
      filter: { id: /contract\/src\/site\/name\.ts$/ },
      handler: () => 'export const site = JSON.parse(document.body.dataset.site)',
    },
  }
}
