import { createEvents } from './events.ts'
import type { PublicEvent } from './publicApi.ts'

function listening() {
  const events = createEvents()
  const heard: string[] = []
  const stop = events.subscribe(({ data }) => void heard.push(data.event))
  return { events, heard, stop }
}

test('no event is sent before the visitor has opened the modal for the first time', () => {
  const { events, heard } = listening()
  events.track('INITIALIZE')
  expect(heard).toEqual([])
  expect(events.last()).toBeUndefined()
})

test('the first opening sends everything that was held back, in order', () => {
  const { events, heard } = listening()
  events.track('INITIALIZE')
  events.track('CONNECT_SUCCESS')
  events.release()
  events.track('MODAL_OPEN')
  expect(heard).toEqual(['INITIALIZE', 'CONNECT_SUCCESS', 'MODAL_OPEN'])
})

test('no event is sent twice, however often the modal is opened', () => {
  const { events, heard } = listening()
  events.track('INITIALIZE')
  events.release()
  events.release()
  expect(heard).toEqual(['INITIALIZE'])
})

test('an event has its name, time and properties', () => {
  const { events } = listening()
  const told: PublicEvent[] = []
  events.subscribe((event) => void told.push(event))
  const before = Date.now()
  events.track('MODAL_OPEN', { connected: true })
  events.track('MODAL_CLOSE')
  events.release()
  expect(told[0]?.data).toEqual({ event: 'MODAL_OPEN', properties: { connected: true } })
  expect(told[0]?.timestamp).toBeGreaterThanOrEqual(before)
  expect(told[1]?.data).toEqual({ event: 'MODAL_CLOSE' })
  expect(events.last()).toBe(told[1])
})

test('a removed listener receives nothing more', () => {
  const { events, heard, stop } = listening()
  events.release()
  stop()
  events.track('MODAL_OPEN')
  expect(heard).toEqual([])
})

test('a listener of the page that throws affects neither the modal nor other listeners', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => {})
  const events = createEvents()
  const heard: string[] = []
  events.subscribe(() => {
    throw new Error('a mistake of the page')
  })
  events.subscribe(({ data }) => void heard.push(data.event))
  events.track('INITIALIZE')
  expect(() => events.release()).not.toThrow()
  expect(() => events.track('MODAL_OPEN')).not.toThrow()
  expect(heard).toEqual(['INITIALIZE', 'MODAL_OPEN'])
  expect(error).toHaveBeenCalledTimes(2)
  error.mockRestore()
})

test('a listener that is added during an event receives the next one', () => {
  const events = createEvents()
  const heard: string[] = []
  const stop = events.subscribe(() => {
    stop()
    events.subscribe(({ data }) => void heard.push(data.event))
  })
  events.release()
  events.track('MODAL_OPEN')
  events.track('MODAL_CLOSE')
  expect(heard).toContain('MODAL_CLOSE')
})
