import type { ComponentProps, ReactNode } from 'react'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { SetupStep } from '#community/setup-step.tsx'

type Props = ComponentProps<typeof SetupStep>

const Loaded = lazyComponent<Props>(
  () => import('#community/setup-step.tsx').then((module) => module.SetupStep),
  ({ children }) => children,
)

/** `SetupStep`, whose code is loaded on empty pages only. */
export const LazySetupStep = (props: Props): ReactNode => <Loaded {...props} fallback={props.children} />
