import { Hono } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { RELAY_PATH } from './relay.ts'

/** Answers requests to the relay's path that do not open a WebSocket. */
export const relayApi = () =>
  new Hono().get(RELAY_PATH, (c) => {
    c.header('Upgrade', 'websocket')
    throw new ServiceError('relay.upgradeNeeded')
  })
