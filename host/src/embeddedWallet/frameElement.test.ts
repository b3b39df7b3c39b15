/** @jest-environment jsdom */
import { createFrameElement, frameAddress } from './frameElement.ts'

const PARAMETERS = { projectId: 'f'.repeat(32), chainId: 'eip155:1', isLogging: true, isEmailCaptured: false } as const
const ADDRESS = frameAddress('https://secure.example', PARAMETERS)

const made: ReturnType<typeof createFrameElement>[] = []
const make = () => {
  const frame = createFrameElement(ADDRESS, 'Wallet')
  made.push(frame)
  return frame
}
afterEach(() => {
  for (const frame of made.splice(0)) frame.detach()
})

test("the frame's URL has the parameters of the protocol, in the same order", () => {
  expect(frameAddress('https://secure.example', { ...PARAMETERS, rpcUrl: 'https://rpc.example/v1/?a=b' })).toBe(
    `https://secure.example/sdk?projectId=${'f'.repeat(32)}&chainId=eip155%3A1&version=4&enableLogger=true&rpcUrl=https%3A%2F%2Frpc.example%2Fv1%2F%3Fa%3Db`,
  )
})

test('the frame is hidden, above everything else, has an accessible name, and is allowed to use passkeys', () => {
  const { element, attach } = make()
  expect(element.isConnected).toBe(false)
  attach()
  expect(element.parentElement).toBe(document.body)
  expect(element).toMatchObject({
    id: 'w3m-iframe',
    name: 'w3m-secure-iframe',
    title: 'Wallet',
    src: ADDRESS,
    allow: 'publickey-credentials-get',
  })
  expect(element.style).toMatchObject({ position: 'fixed', zIndex: '999999', display: 'none' })
})

test('a second modal has its own frame, and only one of the two elements has the id', () => {
  const [first, second] = [make(), make()]
  first.attach()
  second.attach()
  expect(document.querySelectorAll('iframe')).toHaveLength(2)
  expect(document.querySelectorAll('#w3m-iframe')).toHaveLength(1)
  expect(first.window()).not.toBe(second.window())
})

test('when attached again, the frame restarts and keeps its id', () => {
  const { element, attach, window: frameWindow } = make()
  attach()
  const before = frameWindow()
  attach()
  expect(frameWindow()).toBeDefined()
  expect(frameWindow()).not.toBe(before)
  expect(element.id).toBe('w3m-iframe')
})

test('when detached, the frame leaves nothing in the page', () => {
  const { attach, detach } = make()
  attach()
  detach()
  expect(document.body.innerHTML).toBe('')
})
