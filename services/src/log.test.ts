import { createPublicClient, erc20Abi, http } from 'viem'
import { createLog } from './log.ts'

function collect(level?: 'error' | 'warn' | 'info') {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog(level, (line) => lines.push(JSON.parse(line))) }
}

test('by default only errors are written, one JSON object per line', () => {
  const { lines, log } = collect()
  log.info('request')
  log.warn('not ready')
  log.error('request failed', { path: '/a\nb', error: new TypeError('no') })
  expect(lines).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      level: 'error',
      message: 'request failed',
      path: '/a\nb',
      error: expect.objectContaining({ name: 'TypeError', message: 'no' }),
    },
  ])
})

test('at the level info, every message is written', () => {
  const { lines, log } = collect('info')
  log.info('a')
  log.warn('b')
  log.error('c')
  expect(lines.map(({ message }) => message)).toEqual(['a', 'b', 'c'])
})

test("an error that names a node and an account is logged without the operator's key and the account", async () => {
  const { lines, log } = collect()
  const node = createPublicClient({ transport: http('http://127.0.0.1:9/v3/s3cret-0123456789', { retryCount: 0 }) })
  const args = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] as const
  const address = '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
  const error: unknown = await node
    .readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args })
    .catch((reason) => reason)
  expect(String(error)).toMatch(/s3cret.*f39fd6/is)
  log.error('no price from the pools', { error })
  const line = JSON.stringify(lines)
  expect(line).toMatch(/HTTP request failed.*eth_call.*balanceOf.*readContract/s)
  expect(line).not.toMatch(/s3cret|f39fd6/i)
})

test('an unreachable server is logged without its password', () => {
  const { lines, log } = collect()
  log.error('lost', {
    error: new Error('connect postgres://portico:s3cret@db.internal/portico, rediss://:s3cret@redis'),
  })
  expect(lines).toEqual([
    expect.objectContaining({
      error: expect.objectContaining({ message: 'connect postgres://… rediss://…' }),
    }),
  ])
})
