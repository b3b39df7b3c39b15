import { Hono } from 'hono'
import { ServiceError } from '../http/errors.ts'
import { RELAY_PATH } from './relay.ts'

/** What a request without a WebSocket hears at the relay's address. */
export const relayApi = () =>
  new Hono().get(RELAY_PATH, (c) => {
    c.header('Upgrade', 'websocket')
    throw new ServiceError('relay.upgradeNeeded')
  })
