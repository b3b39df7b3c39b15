import { type GenericSchema, type InferOutput, parse } from 'valibot'
import { invalidParams } from './providerError.ts'

/**
 * A method's parameters, validated.
 * @throws ProviderError -32602
 */
export function readParams<S extends GenericSchema>(method: string, schema: S, given: unknown): InferOutput<S> {
  try {
    return parse(schema, given)
  } catch {
    throw invalidParams(method)
  }
}
