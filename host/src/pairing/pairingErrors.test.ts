import { RELAY_REFUSALS } from '@portico/contracts/services/relay'
import { answerError } from './answerError.ts'
import { relayError } from './relayErrors.ts'

const closed = (reason: string) => new Error(`WebSocket connection closed abnormally with code: 3000 (${reason})`)

test.each([
  ['a refused origin', closed(RELAY_REFUSALS.originNotAllowed), 'config.originNotAllowed'],
  ['a slow clock', closed(RELAY_REFUSALS.tokenExpired), 'relay.clockWrong'],
  ['a fast clock', closed(RELAY_REFUSALS.tokenNotYetValid), 'relay.clockWrong'],
  ['a refused project', closed(RELAY_REFUSALS.invalidKey), 'relay.keyInvalid'],
  ['another refusal', closed('Too many connections'), 'relay.unreachable'],
  ['an error that is text', 'No internet connection detected', 'relay.unreachable'],
  ['undefined', undefined, 'relay.unreachable'],
])('a failing relay causes the matching error: %s', (_, error, code) => expect(relayError(error).code).toBe(code))

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
])("a wallet's answer %j causes the matching error", (error, code) => expect(answerError(error).code).toBe(code))
