import { Type } from 'typebox'

export const watchLevels = ['watch', 'normal', 'mute'] as const
export const WatchLevel = Type.Enum(watchLevels)
export type WatchLevel = (typeof watchLevels)[number]
