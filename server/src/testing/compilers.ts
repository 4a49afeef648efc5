import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

/** Fastify's compilers of validators and serializers, which compile each schema once per process instead of once per app. */
export const compilers = { buildValidator: once(AjvCompiler()), buildSerializer: once(SerializerSelector()) }

function once<Args extends unknown[], Route, Compiled>(build: (...args: Args) => (route: Route) => Compiled) {
  const compiled = new WeakMap<object, Compiled>()
  return (...args: Args) => {
    const compile = build(...args)
    return (route: Route) => {
      const schema = typeof route === 'object' && route !== null && 'schema' in route ? route.schema : undefined
      if (typeof schema !== 'object' || schema === null) return compile(route)
      const result = compiled.get(schema) ?? compile(route)
      compiled.set(schema, result)
      return result
    }
  }
}
