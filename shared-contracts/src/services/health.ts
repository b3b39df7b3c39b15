import { literal, object } from 'valibot'

/** Ours: whether the process is alive. */
export const HEALTH_PATH = '/healthz'
export const Health = object({ status: literal('ok') })

/** Ours: whether it can serve; 503 names the dependencies that do not answer. */
export const READY_PATH = '/readyz'
export const Readiness = object({ status: literal('ready') })
