import { DeviceUnconfirmed } from '../interfaces.ts'
import { createJsonRpc } from './jsonRpc.ts'
import { NodeFailure, NodeUnreachable, refusalOf } from './refuse.ts'
import { PLACE } from './testing/fakeNode.ts'

const asking = (answer: (id: unknown) => unknown) => {
  const sent: RequestInit[] = []
  const fetchFrom = async (_: unknown, init: RequestInit = {}) => {
    sent.push(init)
    return { json: async () => answer(JSON.parse(String(init.body)).id) } as Response
  }
  return { sent, ask: createJsonRpc(PLACE, fetchFrom as typeof fetch) }
}

test('requests need no preflight and carry no credentials', async () => {
  const { sent, ask } = asking((id) => ({ jsonrpc: '2.0', id, result: '0x1' }))
  expect(await ask('eip155:1', 'eth_blockNumber', [])).toBe('0x1')
  expect(sent[0]).toMatchObject({ method: 'POST', credentials: 'omit', headers: { 'Content-Type': 'text/plain' } })
})

test.each([
  ['is not JSON-RPC', () => 'hello'],
  ['is for another request', () => ({ jsonrpc: '2.0', id: 99, result: '0x1' })],
  ['has no result', (id: unknown) => ({ jsonrpc: '2.0', id })],
  ['is not JSON', () => Promise.reject(new SyntaxError('Unexpected token'))],
])('an answer that %s counts as missing', async (_, answer) => {
  await expect(asking(answer).ask('eip155:1', 'eth_call', [])).rejects.toBeInstanceOf(NodeUnreachable)
})

test('a refusal by the node is an error with its code', async () => {
  const { ask } = asking((id) => ({ jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }))
  await expect(ask('eip155:1', 'eth_call', [])).rejects.toMatchObject({ name: 'NodeFailure', code: 3 })
})

test('a request fails at its time limit, and when the page cancels it', async () => {
  const never = (_: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const ask = createJsonRpc(PLACE, never as typeof fetch)
  await expect(ask('eip155:1', 'eth_call', [], { timeoutMs: 1 })).rejects.toBeInstanceOf(NodeUnreachable)
  const page = new AbortController()
  const waiting = ask('eip155:1', 'eth_call', [], { signal: page.signal })
  page.abort()
  await expect(waiting).rejects.toBeInstanceOf(NodeUnreachable)
})

test.each<[string, unknown, string]>([
  ['an unconfirmed device', new DeviceUnconfirmed(), 'keyUnavailable'],
  ['an unresponsive node', new NodeUnreachable(), 'unreachable'],
  ['a method that is unknown to the node', new NodeFailure(-32601, ''), 'methodNotAllowed'],
])('the page gets a distinct error for %s', (_, error, failure) => {
  expect(refusalOf(error)).toMatchObject({ failure })
})
