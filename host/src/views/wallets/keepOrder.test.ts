import { idOf, walletOf } from '../../../testing/directory.ts'
import { stepOf } from '../grid/gridKeys.ts'
import { keepOrder } from './keepOrder.ts'

const ids = (indices: readonly number[]) => indices.map(idOf)

test.each([
  ['the list was empty', [], [2, 1], [2, 1]],
  ['a wallet is added in between', [1, 3], [1, 2, 3], [1, 3, 2]],
  ['a wallet is gone', [1, 2, 3], [3, 1], [1, 3]],
  ['a wallet is listed twice', [1], [1, 2, 1], [1, 2]],
])('when %s, the remaining wallets keep their positions', (_, before, now, shown) => {
  expect(
    keepOrder(
      ids(before),
      now.map((index) => walletOf(index)),
    ).map(({ id }) => id),
  ).toEqual(ids(shown))
})

test.each([
  ['ArrowRight', false, 1],
  ['ArrowRight', true, -1],
  ['ArrowLeft', true, 1],
  ['ArrowDown', true, 3],
  ['ArrowUp', false, -3],
  ['PageDown', false, 9],
  ['End', false, Number.POSITIVE_INFINITY],
  ['Enter', false, undefined],
  ['constructor', false, undefined],
])('the key %s (right to left: %p) moves the focus by %p cards', (key, isRtl, step) => {
  expect(stepOf(key, { columns: 3, isRtl })).toBe(step)
})
