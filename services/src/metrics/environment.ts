import { pipe, regex, string } from 'valibot'
import { type Values, variable } from '../variables.ts'

/** The environment variable for the metrics: a bearer token (RFC 6750 §2.1) that is too long to be guessed. */
export const metricsEnvironment = {
  METRICS_TOKEN: variable(
    pipe(string(), regex(/^[A-Za-z0-9._~+/-]{16,}=*$/, 'must be at least 16 letters and digits')),
    'at least 16 letters and digits, which read the metrics; see [below](#logs-and-metrics). Secret',
    'no `/metrics`',
  ),
}

export interface MetricsOptions {
  /** The bearer token for reading the metrics. */
  readonly token: string
}

/** Without a token there are no metrics. */
export const metricsOptions = (values: Values<typeof metricsEnvironment>): MetricsOptions | undefined =>
  values.METRICS_TOKEN === undefined ? undefined : { token: values.METRICS_TOKEN }
