import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bearerOf } from '../http/bearerOf.ts'
import { ServiceError } from '../http/errors.ts'
import type { Metrics } from './createMetrics.ts'
import type { MetricsOptions } from './environment.ts'

export const METRICS_PATH = '/metrics'

/** A hash, because a constant-time comparison requires equal lengths. */
const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Serves this process's metrics to Prometheus, for holders of the token. */
export function metricsApi(metrics: Pick<Metrics, 'contentType' | 'read'>, { token }: MetricsOptions) {
  const expected = hashOf(token)
  return new Hono().get(METRICS_PATH, async (c) => {
    const given = bearerOf(c.req.header('Authorization'))
    if (!given || !timingSafeEqual(hashOf(given), expected)) {
      c.header('WWW-Authenticate', 'Bearer')
      throw new ServiceError('metrics.tokenNeeded')
    }
    c.header('Cache-Control', 'no-store')
    return c.body(await metrics.read(), 200, { 'Content-Type': metrics.contentType })
  })
}
