import type { PartName } from '@wtpu/contract/site/part-names'
import { isOn } from '@wtpu/contract/site/parts'
import type { ReactNode } from 'react'

/** What belongs to a part of the site, or to several of which one must be on. */
export const Part = ({ of, children }: { of: PartName | readonly PartName[]; children: ReactNode }) =>
  isOn(of) ? children : null
