import { isOpenPath } from '@wtpu/contract/site/parts'

/** Those of the links whose part of the site is on. */
export const openLinks = <Target extends { to: string; params?: object }>(links: readonly Target[]): Target[] =>
  links.filter(({ to, params }) =>
    isOpenPath(params && 'placeholder' in params ? `/${String(params.placeholder)}` : to),
  )
