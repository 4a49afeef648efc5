/**
 * Server-sent events (docs/adr/0004-live-hints.md). Each message is a path whose replies are stale, such as `/api/polls/`.
 * Hints contain no data, so the stream needs no login.
 */
export const liveUrl = '/api/live/'
