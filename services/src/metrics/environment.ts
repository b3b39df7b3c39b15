import { optional, pipe, regex, string } from 'valibot'

/** The variable of the metrics; RFC 6750 §2.1, and too long to be guessed. */
export const metricsEnvironment = {
  METRICS_TOKEN: optional(
    pipe(string(), regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, 'must be at least 16 letters and digits')),
  ),
}

export interface MetricsOptions {
  /** Whoever reads the metrics sends it as a bearer token. */
  readonly token: string
}

/** Without a token nobody may read metrics, and none are kept. */
export const metricsOptions = (values: { readonly METRICS_TOKEN?: string | undefined }): MetricsOptions | undefined =>
  values.METRICS_TOKEN === undefined ? undefined : { token: values.METRICS_TOKEN }
