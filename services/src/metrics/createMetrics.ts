import type { MiddlewareHandler } from 'hono'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { routeOf } from '../http/routeOf.ts'
import type { OnAttempt } from '../jsonRpc/upstreams.ts'
import type { RelayMeter } from '../relay/meter.ts'
import { addProcessMetrics } from './processMetrics.ts'

/** Fine buckets for fast answers, coarse ones for answers that wait for a node. */
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/**
 * Metrics of this process. The values of labels come from a closed set (route patterns, configured chains): a label is
 * never a project, an address, a URL, or anything else that a client could invent.
 */
export interface Metrics {
  /** Counts requests; must come before everything that can answer a request. */
  readonly middleware: MiddlewareHandler
  readonly relay: RelayMeter
  readonly onAttempt: OnAttempt
  readonly contentType: string
  /** The metrics in the text format of Prometheus. */
  read(): Promise<string>
  close(): void
}

function createRequestMetrics(registers: Registry[]): MiddlewareHandler {
  const requests = new Counter({
    name: 'portico_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'portico_http_request_duration_seconds',
    help: 'How long an answer took',
    labelNames: ['route', 'method'],
    buckets: DURATION_BUCKETS_S,
    registers,
  })
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const route = routeOf(c)
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    requests.inc({ route, method, status: c.res.status })
    durations.observe({ route, method }, (performance.now() - startedAt) / 1_000)
  }
}

function createRelayMeter(registers: Registry[]): RelayMeter {
  const connections = new Gauge({
    name: 'portico_relay_connections',
    help: 'Clients that are connected to the relay',
    registers,
  })
  const requests = new Counter({
    name: 'portico_relay_requests_total',
    help: 'Requests of clients that the relay answered without an error',
    labelNames: ['method'],
    registers,
  })
  const deliveries = new Counter({
    name: 'portico_relay_deliveries_total',
    help: 'Messages that the relay sent to clients',
    registers,
  })
  return {
    opened: () => connections.inc(),
    closed: () => connections.dec(),
    answered: (method) => requests.inc({ method }),
    delivered: () => deliveries.inc(),
  }
}

function createAttemptMeter(registers: Registry[]): OnAttempt {
  const attempts = new Counter({
    name: 'portico_rpc_upstream_attempts_total',
    help: 'How often a node of a chain was asked, and how that ended',
    labelNames: ['chain', 'outcome'],
    registers,
  })
  return (chain, outcome) => attempts.inc({ chain, outcome })
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const stop = addProcessMetrics(registry)
  return {
    middleware: createRequestMetrics(registers),
    relay: createRelayMeter(registers),
    onAttempt: createAttemptMeter(registers),
    contentType: registry.contentType,
    read: () => registry.metrics(),
    close() {
      stop()
      registry.clear()
    },
  }
}
