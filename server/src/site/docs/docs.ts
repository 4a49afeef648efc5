import { createHash } from 'node:crypto'
import swagger from '@fastify/swagger'
import scalar from '@scalar/fastify-api-reference'
import { ErrorBody } from '@wtpu/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { areas, describeCall } from './describe-call.ts'
import { introduction } from './introduction.ts'

/** Collects the schemas of all routes that are registered afterwards. */
export async function collectDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      // Its schemas are JSON Schema, as those of the contract.
      openapi: '3.1.0',
      info: { title: 'WTPU', description: introduction, version: '1' },
      servers: [{ url: app.config.publicUrl }],
      tags: areas.map(([name, , description]) => ({ name, description })),
      components: {
        schemas: { Error: ErrorBody },
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: describeCall,
  })
}

/** /api/docs/: the API reference, with a policy that allows only its own inline script. */
export async function docsRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return
    const inline = [...payload.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
    const hashes = inline.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    void reply.header(
      'content-security-policy',
      [
        "default-src 'none'",
        `script-src 'self' ${hashes.join(' ')}`,
        // The reference adds styles at run time.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    )
  })
  await app.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      withDefaultFonts: false,
      hideClientButton: true,
      telemetry: false,
      authentication: { preferredSecurityScheme: 'bearer' },
      // Services of others, which the policy blocks.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
}
