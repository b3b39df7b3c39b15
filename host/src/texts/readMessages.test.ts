import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { readMessages } from './readMessages.ts'

const GERMAN = JSON.stringify({ 'host.close': 'Schließen' })
const pin = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const answer = (text: string, status = 200) => Promise.resolve(new Response(text, { status }))

test('a catalogue that matches its pinned hash is used', async () => {
  expect(await readMessages(answer(GERMAN), pin(GERMAN))).toEqual({ 'host.close': 'Schließen' })
})

test.each<[string, Promise<Response> | (() => Promise<Response>), string | undefined]>([
  ['one changed letter', answer(GERMAN.replace('S', 's')), pin(GERMAN)],
  ['no pin for this language', answer(GERMAN), undefined],
  ['an empty pin, as English has', answer(GERMAN), ''],
  ['a missing file', answer(GERMAN, 404), pin(GERMAN)],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), pin(GERMAN)],
  ['invalid JSON, though pinned', answer('{'), pin('{')],
  ['more than 200 kB, though pinned', answer(`"${'x'.repeat(200_000)}"`), pin(`"${'x'.repeat(200_000)}"`)],
])('with %s, English is used', async (_, request, integrity) => {
  expect(await readMessages(typeof request === 'function' ? request() : request, integrity)).toBeUndefined()
})

test('no bytes other than the pinned ones are ever shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      fc.pre(text !== GERMAN)
      expect(await readMessages(answer(text), pin(GERMAN))).toBeUndefined()
    }),
  )
})
