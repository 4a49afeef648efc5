import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { site } from '@wtpu/contract/site/name'
import { pageHeaders } from '#http/security.ts'
import { escapeMarkup } from './escape.ts'

/** A page sends for dozens of files and calls, so a crowd that waits for longer than this gets a small page instead. */
const longWait = { connections: 50, seconds: 3 }

export const isBusy = ({ connectionQueue: { waiting, seconds } }: FastifyInstance): boolean =>
  waiting >= longWait.connections && seconds > longWait.seconds

/** A page that comes back by itself, at random times, so that its readers do not all return at once. */
export function sendBusyPage(reply: FastifyReply): FastifyReply {
  const seconds = 5 + Math.floor(Math.random() * 10)
  const name = escapeMarkup(site.name)
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(503)
    .headers({
      ...pageHeaders,
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'retry-after': seconds,
      refresh: seconds,
    })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>One moment | ${name}</title>
<style nonce="${nonce}">:root{color-scheme:light dark}body{display:grid;min-height:90vh;place-items:center;margin:0;padding:1.5rem;background:light-dark(#f8f5ee,#171410);color:light-dark(#221d16,#f3eee3);font:1.0625rem/1.6 system-ui,sans-serif}main{max-width:30rem}h1{font:700 2.25rem/1.2 Georgia,serif}</style></head>
<body><main><h1>One moment</h1><p>Many people are opening ${name} right now. This page opens by itself in a few seconds.</p></main></body>
</html>
`)
}
