import { useState, type SyntheticEvent } from 'react'

/** `MediaError.MEDIA_ERR_NETWORK`. */
const networkError = 2

type VideoEvent = SyntheticEvent<HTMLVideoElement>

/** Whether this browser can show the frames of a video. The handlers are for its element. */
export function usePlayable() {
  const [isPlayable, setIsPlayable] = useState(true)
  return {
    isPlayable,
    handlers: {
      // An interrupted download says nothing about the format.
      onError: ({ currentTarget: { error } }: VideoEvent) => setIsPlayable(error?.code === networkError),
      // Chromium plays the sound if it knows only that.
      onLoadedMetadata: ({ currentTarget: { videoWidth } }: VideoEvent) => setIsPlayable(videoWidth > 0),
    },
  }
}
