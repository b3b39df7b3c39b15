import { RELAY_REFUSALS } from '@portico/contracts/services/relay'
import { answerError } from './answerError.ts'
import { relayError } from './relayErrors.ts'

const closed = (reason: string) => new Error(`WebSocket connection closed abnormally with code: 3000 (${reason})`)

test.each([
  ['the origin', closed(RELAY_REFUSALS.originNotAllowed), 'config.originNotAllowed'],
  ['a clock that is slow', closed(RELAY_REFUSALS.tokenExpired), 'relay.clockWrong'],
  ['a clock that is fast', closed(RELAY_REFUSALS.tokenNotYetValid), 'relay.clockWrong'],
  ['the project', closed(RELAY_REFUSALS.invalidKey), 'relay.keyInvalid'],
  ['something else', closed('Too many connections'), 'relay.unreachable'],
  ['a text', 'No internet connection detected', 'relay.unreachable'],
  ['nothing', undefined, 'relay.unreachable'],
])('a relay that refuses %s gets its own error', (_, error, code) => expect(relayError(error).code).toBe(code))

test.each([
  [{ code: 5000, message: 'User rejected.' }, 'connection.rejected'],
  [{ code: 5000, message: 'No.' }, 'connection.rejected'],
  [{ code: 5002, message: '' }, 'connection.rejected'],
  [{ code: 4001, message: '' }, 'connection.rejected'],
  ['User rejected.', 'connection.rejected'],
  [{ code: 5100, message: 'Unsupported chains.' }, 'connection.chainsUnsupported'],
  [new Error('Proposal expired'), 'pairing.expired'],
  [{ code: 1, message: 'else' }, 'connection.failed'],
  [null, 'connection.failed'],
])('a wallet that answers %j', (error, code) => expect(answerError(error).code).toBe(code))
