import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { remoteAnnounced, remoteStatusChanged, remotesSlice, selectRemote } from './remotesSlice.ts'

const half = { messages: { 'swaps.title': 'Swap' }, views: {}, slots: {} } as unknown as StaticHalf
const announced = remotesSlice.reducer(undefined, remoteAnnounced({ id: 'swaps', version: '1.0.0', half }))
const textsOf = (remotes: typeof announced) => selectRemote({ remotes }, 'swaps')?.static.messages

test('before its code has come a feature has the texts of the index, afterwards all', () => {
  expect(textsOf(announced)).toEqual(half.messages)
  const english = { ...half.messages, 'swaps.review': 'Review' }
  const ready = remotesSlice.reducer(announced, remoteStatusChanged({ id: 'swaps', status: 'ready', english }))
  expect(textsOf(ready)).toEqual(english)
})

test('one that has no texts keeps those of the index', () => {
  const ready = remotesSlice.reducer(
    announced,
    remoteStatusChanged({ id: 'swaps', status: 'ready', english: undefined }),
  )
  expect(textsOf(ready)).toEqual(half.messages)
})
