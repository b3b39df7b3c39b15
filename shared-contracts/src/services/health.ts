import { literal, object } from 'valibot'

/** Our own addition: reports whether the process is alive. */
export const HEALTH_PATH = '/healthz'
export const Health = object({ status: literal('ok') })

/** Our own addition: reports whether the service is ready. A 503 names the dependencies that do not answer. */
export const READY_PATH = '/readyz'
export const Readiness = object({ status: literal('ready') })
