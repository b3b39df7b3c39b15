import { answerRequest } from './answerRequest.ts'
import type { Methods } from './methods/methods.ts'
import { RpcError } from './rpcError.ts'

const methods: Methods = {
  echo: (params) => params,
  account: () => ({ rentEpoch: '18446744073709551615', memo: '"rentEpoch":"18446744073709551615"' }),
  refuse() {
    throw new RpcError('invalidParams', 'no', { err: 'no' })
  },
}

const answer = (request: unknown) => {
  const text = answerRequest(typeof request === 'string' ? request : JSON.stringify(request), methods)
  return text === undefined ? undefined : JSON.parse(text)
}

test('a call is answered with its id, and a batch in the order of its calls', () => {
  expect(answer({ jsonrpc: '2.0', id: 'a', method: 'echo', params: [1] })).toEqual({
    jsonrpc: '2.0',
    id: 'a',
    result: [1],
  })
  const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'echo', params: [id] }))
  expect(answer(batch)).toMatchObject([
    { id: 1, result: [1] },
    { id: 2, result: [2] },
  ])
})

test.each([
  ['invalid JSON', '{', -32700],
  ['an empty batch', [], -32600],
  ['a number', 7, -32600],
  ['a call without a method', { id: 1 }, -32600],
  ['a method that does not exist', { id: 1, method: 'nothing' }, -32601],
  ['the name of an inherited property', { id: 1, method: 'toString' }, -32601],
  ['a refused call', { id: 1, method: 'refuse' }, -32602],
])('%s is an error', (_, request, code) => {
  expect(answer(request)).toMatchObject({ error: { code } })
})

test('the error of a refused call includes the reason', () => {
  expect(answer({ id: 1, method: 'refuse' }).error.data).toEqual({ err: 'no' })
})

test('a notification is not answered', () => {
  expect(answer({ method: 'echo' })).toBeUndefined()
  expect(answer([{ method: 'echo' }])).toBeUndefined()
})

test('the rent epoch is a number, as on real clusters, and a memo that looks like a rent epoch stays a text', () => {
  const text = answerRequest('{"id":1,"method":"account"}', methods)
  expect(text).toContain('"rentEpoch":18446744073709551615,')
  expect(JSON.parse(text ?? '').result.memo).toBe('"rentEpoch":"18446744073709551615"')
})
