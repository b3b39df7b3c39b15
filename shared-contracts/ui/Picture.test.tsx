/** @jest-environment jsdom */
import { fakeHost, inHost, render, unmountAll } from '@portico/contracts/testing'
import { act } from 'react'
import { Picture } from './Picture.tsx'

const ONE = 'https://host.example/one.png'
const TWO = 'https://host.example/two.png'

beforeEach(() => jest.useFakeTimers())
afterEach(async () => {
  await unmountAll()
  jest.useRealTimers()
})

async function show(src: string | undefined, name = 'Harbor') {
  const host = fakeHost()
  const view = await render(inHost(host, <Picture name={name} src={src} />))
  const image = () => view.container.querySelector('img')
  const tell = (type: 'load' | 'error') => act(async () => void image()?.dispatchEvent(new Event(type)))
  return {
    /** The image's URL, or the letter that replaces the image. */
    shown: () => image()?.getAttribute('src') ?? view.text(),
    loads: () => tell('load'),
    fails: () => tell('error'),
    elapse: (ms: number) => act(async () => void jest.advanceTimersByTime(ms)),
    change: (next: string | undefined) => view.rerender(inHost(host, <Picture name={name} src={next} />)),
  }
}

test('§9: an image that has not loaded after two seconds is replaced by a letter', async () => {
  const { shown, elapse } = await show(ONE)
  await elapse(1_999)
  expect(shown()).toBe(ONE)
  await elapse(1)
  expect(shown()).toBe('H')
})

test('§9: a loaded image stays', async () => {
  const { shown, loads, elapse } = await show(ONE)
  await loads()
  await elapse(60_000)
  expect(shown()).toBe(ONE)
})

test('an image that cannot be loaded is replaced by a letter at once', async () => {
  const { shown, fails } = await show(ONE)
  await fails()
  expect(shown()).toBe('H')
})

test.each([
  ['harbor', 'H'],
  ['  Lantern', 'L'],
  ['🦊 Fox', '🦊'],
  ['élan', 'É'],
  ['', '?'],
])('without an image, the letter for %p is %s', async (name, letter) => {
  expect((await show(undefined, name)).shown()).toBe(letter)
})

test('if an image cannot be loaded, the next one is still tried', async () => {
  const { shown, fails, change } = await show(ONE)
  await fails()
  await change(TWO)
  expect(shown()).toBe(TWO)
})

test('a new image has two seconds to load, even if the previous image had loaded', async () => {
  const { shown, loads, elapse, change } = await show(ONE)
  await loads()
  await elapse(10_000)
  await change(TWO)
  await elapse(1_999)
  expect(shown()).toBe(TWO)
  await elapse(1)
  expect(shown()).toBe('H')
})

test('a picture is decoration, and hidden from screen readers', async () => {
  const view = await render(inHost(fakeHost(), <Picture name="Harbor" src={ONE} />))
  expect(view.container.querySelector('.Picture')?.getAttribute('aria-hidden')).toBe('true')
  expect(view.container.querySelector('img')?.getAttribute('alt')).toBe('')
})
