import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { invalidParams } from './providerError.ts'

/**
 * What a site gave to a method, if it has the right shape.
 * @throws ProviderError -32602
 */
export function readParams<S extends GenericSchema>(method: string, schema: S, given: unknown): InferOutput<S> {
  try {
    return parse(schema, given)
  } catch {
    throw invalidParams(method)
  }
}
