import { array, type InferOutput, literal, object, optional, string } from 'valibot'

/** The body of every service's errors. Each service has codes of its own. */
export const ServiceErrorBody = object({
  error: object({ code: string(), message: string() }),
  /** Only present below `/v1/`, for older clients (services.md §7.1). These read the first `description`. */
  status: optional(literal('FAILED')),
  reasons: optional(
    array(
      object({
        /** The field of the request to which the reason applies, such as `chainId`. */
        field: string(),
        description: string(),
      }),
    ),
  ),
})

export type ServiceErrorBody = InferOutput<typeof ServiceErrorBody>
