import { array, type InferOutput, literal, object, optional, string } from 'valibot'

/** What every service answers with where it cannot answer; the codes are those of the service. */
export const ServiceErrorBody = object({
  error: object({ code: string(), message: string() }),
  /** Below `/v1/` only, for older clients (services.md §7.1): they read the first `description`. */
  status: optional(literal('FAILED')),
  reasons: optional(
    array(
      object({
        /** What of the request it is about: `chainId`. */
        field: string(),
        description: string(),
      }),
    ),
  ),
})

export type ServiceErrorBody = InferOutput<typeof ServiceErrorBody>
