import { array, type InferOutput, literal, object, optional, string } from 'valibot'

/** Every service's error answer; the codes are the service's own. */
export const ServiceErrorBody = object({
  error: object({ code: string(), message: string() }),
  /** Below `/v1/` only, for older clients (services.md §7.1): they read the first `description`. */
  status: optional(literal('FAILED')),
  reasons: optional(
    array(
      object({
        /** The request field it concerns: `chainId`. */
        field: string(),
        description: string(),
      }),
    ),
  ),
})

export type ServiceErrorBody = InferOutput<typeof ServiceErrorBody>
