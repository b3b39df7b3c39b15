import { GOALS, judge, median, type Samples, table } from '../../../scripts/bench/goals.mjs'
import { longestRow, type SentRequest, sentBetween, totalBytes } from '../../../scripts/bench/requests.mjs'

describe('the goals of the bench', () => {
  const goals = [
    { id: 'floor.first', what: 'floor', unit: 'ms' },
    { id: 'none.first', what: 'first open', unit: 'ms', times: 3.2, of: 'floor.first' },
    { id: 'still', what: 'still', unit: 'ms', limit: 150 },
    { id: 'nodes', what: 'nodes', unit: '', limit: 0 },
    { id: 'qr', what: 'QR', unit: 'ms', later: 'pairing' },
  ] as const
  const kept: Samples = { 'floor.first': [100], 'none.first': [320], still: [150], nodes: [0] }
  const verdicts = (changes: Samples = {}) => judge({ ...kept, ...changes }, goals).map(({ verdict }) => verdict)

  test('are those of the design', () => {
    const limits = GOALS.flatMap(({ id, times, of, limit }) =>
      times ? [`${id} ≤ ${times} x ${of}`] : limit === undefined ? [] : [`${id} ≤ ${limit}`],
    )
    expect(limits).toEqual([
      'idle.first ≤ 1.2 x floor.first',
      'intent300.first ≤ 1.6 x floor.first',
      'intent60.first ≤ 2.8 x floor.first',
      'none.first ≤ 3.2 x floor.first',
      'portico.second ≤ 1.5 x floor.second',
      'portico.still ≤ 150',
      'portico.row ≤ 2',
      'portico.requests ≤ 6',
      'portico.preflights ≤ 0',
      'portico.heap ≤ 4',
      'portico.nodes ≤ 0',
      'portico.listeners ≤ 0',
      'portico.card ≤ 1.3 x floor.card',
      'portico.search ≤ 100',
      'portico.frame ≤ 17',
      'qr.prepared ≤ 1.6 x floor.qr',
    ])
  })

  test('are kept to the last millisecond', () => {
    expect(verdicts()).toEqual(['', 'pass', 'pass', 'pass', 'later'])
  })

  test.each([
    ['a first open that took longer than its multiple of the floor', { 'none.first': [321] }, 1],
    ['a floor that was faster', { 'floor.first': [99] }, 1],
    ['a limit that is passed', { still: [151] }, 2],
    ['one node that is kept', { nodes: [1] }, 3],
    ['what could not be measured', { still: [] }, 2],
    ['a floor that could not be measured', { 'floor.first': [] }, 1],
  ])('%s is a miss', (_, changes, row) => {
    expect(verdicts(changes)[row]).toBe('MISSED')
  })

  test('are held against medians: one slow run changes nothing', () => {
    expect(verdicts({ still: [140, 9_000, 145], 'floor.first': [100, 5, 100] })).toEqual(verdicts())
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  test('stand in a table with the range and the ratio of each', () => {
    const lines = table(judge({ ...kept, 'none.first': [300, 250, 310], still: [] }, goals))
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['median', 'min – max', 'of floor', 'goal'],
      ['floor', '100 ms'],
      ['first open', '300 ms', '250 ms – 310 ms', '3.00 x', '3.2 x', 'pass'],
      ['still', 'not measured', '150 ms', 'MISSED'],
      ['nodes', '0', '0', 'pass'],
      ['QR', 'with: pairing', 'later'],
    ])
    const ends = lines.slice(2, 5).map((line) => line.search(/\S+$/) + (line.match(/\S+$/)?.[0].length ?? 0))
    expect(new Set(ends).size).toBe(1)
  })
})

describe('the requests of a press', () => {
  const request = (startMs: number, endMs: number, bytes = 0): SentRequest => ({
    url: 'http://localhost/',
    type: 'Fetch',
    startMs,
    endMs,
    bytes,
  })

  test('that are sent side by side are one in a row', () => {
    expect(longestRow([request(0, 165), request(1, 170), request(2, 300)], 400)).toBe(1)
  })

  test('of which each waits for the one before are as many in a row', () => {
    const early = [request(0, 165), request(0, 300)]
    expect(longestRow([...early, request(166, 331), request(340, 500)], 600)).toBe(3)
    expect(longestRow([request(340, 500), ...early, request(166, 331)], 600)).toBe(3)
  })

  test('that were still on their way when the list was painted held nobody up', () => {
    expect(longestRow([request(0, 165), request(166, 500), request(166, Number.POSITIVE_INFINITY)], 400)).toBe(1)
    expect(longestRow([], 400)).toBe(0)
  })

  test('are those between hover or press and the list', () => {
    const requests = [request(0, 50), request(100, 200, 7), request(350, 600, 5), request(401, 500)]
    const sent = sentBetween(requests, 100, 400)
    expect(sent).toEqual(requests.slice(1, 3))
    expect(totalBytes(sent)).toBe(12)
  })
})
