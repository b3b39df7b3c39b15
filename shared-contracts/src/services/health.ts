import { literal, object } from 'valibot'

/** Ours: whether the process lives. */
export const HEALTH_PATH = '/healthz'
export const Health = object({ status: literal('ok') })

/** Ours: whether it can do its work; 503 names what does not answer. */
export const READY_PATH = '/readyz'
export const Readiness = object({ status: literal('ready') })
