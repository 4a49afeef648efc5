import { getCommonGround, getOwnGroup } from '@wtpu/contract/common-ground'
import { query } from '#lib/api/api.ts'

export const commonGroundQuery = () => query(getCommonGround, {})
/** The viewer may have changed it in the settings. */
export const ownGroupQuery = () => query(getOwnGroup, {}, { staleTime: 0 })
