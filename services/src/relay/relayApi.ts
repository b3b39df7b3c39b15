import { Hono } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { RELAY_PATH } from './relay.ts'

/** Answers requests without a WebSocket at the relay's path. */
export const relayApi = () =>
  new Hono().get(RELAY_PATH, (c) => {
    c.header('Upgrade', 'websocket')
    throw new ServiceError('relay.upgradeNeeded')
  })
