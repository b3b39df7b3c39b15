import { HOME, messageOf, testMailbox } from '../../testing/mailboxSuite.ts'
import { newTopic } from '../../testing/relayClient.ts'
import { RELAY_LIMITS } from './limits.ts'
import { createMemoryMailbox } from './memoryMailbox.ts'

jest.setTimeout(30_000)

describe('a mailbox in memory', () => testMailbox(async (limits) => createMemoryMailbox(limits)))

describe('over time', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('a message is kept until its time to live ends, and is then removed without any request', async () => {
    const mailbox = createMemoryMailbox(RELAY_LIMITS)
    const topic = newTopic()
    await mailbox.publish(messageOf(topic, 'short'), 300_000, HOME)
    await mailbox.publish(messageOf(topic, 'long'), 86_400_000, HOME)
    jest.advanceTimersByTime(299_999)
    expect(mailbox.contents().map(({ message }) => message)).toEqual(['short', 'long'])
    jest.advanceTimersByTime(1)
    expect((await mailbox.fetch(topic, 'bob')).map(({ message }) => message)).toEqual(['long'])
    jest.advanceTimersByTime(86_400_000)
    expect(mailbox.contents()).toEqual([])
    await mailbox.close()
    expect(jest.getTimerCount()).toBe(0)
  })

  test('a thousand messages need one timer', async () => {
    const mailbox = createMemoryMailbox(RELAY_LIMITS)
    for (let i = 0; i < 1_000; i++) await mailbox.publish(messageOf(newTopic(), `${i}`), 60_000 + i, HOME)
    expect(jest.getTimerCount()).toBe(1)
    await mailbox.close()
  })

  test('a clock set a year ahead or back does not stop the relay', async () => {
    const mailbox = createMemoryMailbox(RELAY_LIMITS)
    const now = Date.now()
    await mailbox.publish(messageOf(newTopic(), 'old'), 60_000, HOME)
    jest.setSystemTime(now + 31_536_000_000)
    jest.advanceTimersByTime(1_000)
    expect(mailbox.contents()).toEqual([])
    jest.setSystemTime(now)
    await mailbox.publish(messageOf(newTopic(), 'new'), 60_000, HOME)
    jest.advanceTimersByTime(61_000)
    expect(mailbox.contents()).toEqual([])
    await mailbox.close()
  })
})

test('a memory full of unacknowledged messages takes no new messages; acknowledged messages make room', async () => {
  const mailbox = createMemoryMailbox({ ...RELAY_LIMITS, memoryMaxBytes: 2_000 })
  for (const message of ['one', 'two', 'three']) await mailbox.publish(messageOf(newTopic(), message), 60_000, HOME)
  const fourth = mailbox.publish(messageOf(newTopic(), 'four'), 60_000, HOME)
  await expect(fourth).rejects.toMatchObject({ kind: 'mailbox.full' })
  const [oldest] = mailbox.contents()
  if (oldest) await mailbox.acknowledge(oldest.topic, oldest.id, 'bob')
  await mailbox.publish(messageOf(newTopic(), 'five'), 60_000, HOME)
  expect(mailbox.contents().map(({ message }) => message)).toEqual(['two', 'three', 'five'])
  await mailbox.close()
})

test('an acknowledged message no longer counts for its publisher’s address, and is subtracted only once', async () => {
  const mailbox = createMemoryMailbox({ ...RELAY_LIMITS, queuedMessagesPerTopicMax: 1, queuedBytesPerAddressMax: 600 })
  const topic = newTopic()
  for (const message of ['one', 'two', 'three']) {
    await mailbox.publish(messageOf(topic, message), 60_000, HOME)
    for (const reader of ['bob', 'carol']) await mailbox.acknowledge(topic, messageOf(topic, message).id, reader)
  }
  await mailbox.publish(messageOf(newTopic(), 'four'), 60_000, HOME)
  const fifth = mailbox.publish(messageOf(newTopic(), 'five'), 60_000, HOME)
  await expect(fifth).rejects.toMatchObject({ kind: 'address.full' })
  await mailbox.close()
})
