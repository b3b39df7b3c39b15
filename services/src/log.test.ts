import { createLog } from './log.ts'

function collect(level?: 'error' | 'warn' | 'info') {
  const lines: Record<string, unknown>[] = []
  return { lines, log: createLog(level, (line) => lines.push(JSON.parse(line))) }
}

test('by default only errors are written, one JSON object a line', () => {
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

test('at info everything is written', () => {
  const { lines, log } = collect('info')
  log.info('a')
  log.warn('b')
  log.error('c')
  expect(lines.map(({ message }) => message)).toEqual(['a', 'b', 'c'])
})
