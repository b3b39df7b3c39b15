import type { StaticHalf } from '@portico/contracts/services/releaseIndex'
import { hostState } from '@portico/contracts/testing'
import { selectTopUps } from '@portico/contracts/ui/money'
import { remoteAnnounced, remoteStatusChanged, remotesSlice, remoteWithdrawn, selectRemote } from './remotesSlice.ts'

const half = { messages: { 'swaps.title': 'Swap' }, views: {}, slots: {} } as unknown as StaticHalf
const announced = remotesSlice.reducer(undefined, remoteAnnounced({ id: 'swaps', version: '1.0.0', half }))
const textsOf = (remotes: typeof announced) => selectRemote({ remotes }, 'swaps')?.static.messages

test("a feature has only the index's texts until its code has loaded, and then all of its texts", () => {
  expect(textsOf(announced)).toEqual(half.messages)
  const english = { ...half.messages, 'swaps.review': 'Review' }
  const ready = remotesSlice.reducer(announced, remoteStatusChanged({ id: 'swaps', status: 'ready', english }))
  expect(textsOf(ready)).toEqual(english)
})

test("a feature without further texts keeps the index's texts", () => {
  const ready = remotesSlice.reducer(
    announced,
    remoteStatusChanged({ id: 'swaps', status: 'ready', english: undefined }),
  )
  expect(textsOf(ready)).toEqual(half.messages)
})

test('a feature sees the ways to top up that other features offer while they are on', () => {
  const slots = {
    'account.topUps': [{ label: 'receive.action', icon: 'receive', view: 'WalletReceive', testId: 'x' }],
  }
  const receive = { messages: {}, views: {}, slots } as unknown as StaticHalf
  const waysIn = (remotes: typeof announced) => selectTopUps({ ...hostState(), remotes }).map(({ view }) => view)
  const on = remotesSlice.reducer(announced, remoteAnnounced({ id: 'receive', version: '1.0.0', half: receive }))
  const off = remotesSlice.reducer(on, remoteWithdrawn('receive'))
  expect([announced, on, off].map(waysIn)).toEqual([[], ['WalletReceive'], []])
})
