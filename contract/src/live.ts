/**
 * Server-sent events (house, "Live"): each message's data is a path whose replies went stale, such as `/api/polls/`.
 * Hints carry no content, so the stream needs no login.
 */
export const liveUrl = '/api/live/'
