import { createRoom } from './createRoom.ts'

test('one client gets at most its share of the room, and all clients together at most the total', () => {
  const room = createRoom({ totalMaxBytes: 100, perKeyMaxBytes: 40 })
  const [first, second] = [room.enter('a'), room.enter('a')]
  expect(first.take(30)).toBe(true)
  expect(second.take(20)).toBe(false)
  expect(second.take(10)).toBe(true)
  expect(['b', 'c'].map((key) => room.enter(key).take(30))).toEqual([true, true])
  expect(room.enter('d').take(1)).toBe(false)
})

test('a request gives its room back only once, and cannot take room again after that', () => {
  const room = createRoom({ totalMaxBytes: 100, perKeyMaxBytes: 100 })
  const place = room.enter('a')
  place.take(100)
  place.leave()
  place.leave()
  expect(place.take(1)).toBe(false)
  expect(room.enter('a').take(100)).toBe(true)
  expect(room.enter('b').take(1)).toBe(false)
})
