import { createHash, randomBytes } from 'node:crypto'
import { RELAY_LIMITS, type RelayLimits } from '../src/relay/limits.ts'
import type { Mailbox, RelayMessage } from '../src/relay/mailbox.ts'
import { newTopic } from './relayClient.ts'
import { until } from './until.ts'

const A_MINUTE_MS = 60_000
/** An address to publish from. */
export const HOME = '203.0.113.1'

export const messageOf = (topic: string, message: string, publisher = 'alice'): RelayMessage => ({
  id: createHash('sha256').update(message).digest('hex'),
  topic,
  message,
  tag: 1108,
  publisher,
  publishedAt: Date.now(),
})

/** A random address of the IPv6 documentation range, so that tests on a shared server have different addresses. */
const newAddress = () => `2001:db8::${randomBytes(2).toString('hex')}`

const texts = (messages: readonly RelayMessage[]) => messages.map(({ message }) => message)

/** The common behavior of all mailboxes. */
export function testMailbox(open: (limits: RelayLimits) => Promise<Mailbox>) {
  const opened: Mailbox[] = []
  async function openWith(limits: Partial<RelayLimits> = {}) {
    const mailbox = await open({ ...RELAY_LIMITS, ...limits })
    opened.push(mailbox)
    return mailbox
  }
  afterEach(async () => {
    for (const mailbox of opened.splice(0)) await mailbox.close()
  })

  const keep = async (mailbox: Mailbox, topic: string, ...messages: string[]) => {
    for (const message of messages) await mailbox.publish(messageOf(topic, message), A_MINUTE_MS, HOME)
  }
  const waitingFor = async (mailbox: Mailbox, topic: string, clientId = 'bob') =>
    texts(await mailbox.fetch(topic, clientId))

  test('published messages wait unchanged and in order for every client except their publisher', async () => {
    const mailbox = await openWith()
    const topic = newTopic()
    const message = { ...messageOf(topic, 'one'), attestation: 'signed' }
    await mailbox.publish(message, A_MINUTE_MS, HOME)
    await keep(mailbox, topic, 'two', 'three')
    expect((await mailbox.fetch(topic, 'bob'))[0]).toEqual(message)
    expect(await waitingFor(mailbox, topic)).toEqual(['one', 'two', 'three'])
    expect(await waitingFor(mailbox, topic, 'alice')).toEqual([])
    expect(await waitingFor(mailbox, newTopic())).toEqual([])
  })

  test('a message that is published twice is stored and delivered once', async () => {
    const mailbox = await openWith()
    const topic = newTopic()
    const heard: RelayMessage[] = []
    await mailbox.subscribe(topic, { published: (message) => heard.push(message), interrupted() {} })
    await keep(mailbox, topic, 'one', 'one', 'two')
    await until(() => heard.length === 2)
    expect(texts(heard)).toEqual(['one', 'two'])
    expect(await waitingFor(mailbox, topic)).toEqual(['one', 'two'])
  })

  test('a message that one client has acknowledged still waits for the others', async () => {
    const mailbox = await openWith()
    const topic = newTopic()
    await keep(mailbox, topic, 'one', 'two')
    await mailbox.acknowledge(topic, messageOf(topic, 'one').id, 'bob')
    await mailbox.acknowledge(topic, messageOf(topic, 'never sent').id, 'bob')
    expect(await waitingFor(mailbox, topic)).toEqual(['two'])
    expect(await waitingFor(mailbox, topic, 'carol')).toEqual(['one', 'two'])
  })

  test('subscribers get the messages of their topic until they unsubscribe', async () => {
    const mailbox = await openWith()
    const [topic, other] = [newTopic(), newTopic()]
    const [first, second]: string[][] = [[], []]
    const hear = (heard: string[] | undefined) => ({
      published: ({ message }: RelayMessage) => void heard?.push(message),
      interrupted() {},
    })
    const stop = await mailbox.subscribe(topic, hear(first))
    await mailbox.subscribe(topic, hear(second))
    await keep(mailbox, other, 'elsewhere')
    await keep(mailbox, topic, 'one')
    await until(() => first?.length === 1 && second?.length === 1)
    stop()
    await keep(mailbox, topic, 'two')
    await until(() => second?.length === 2)
    expect(first).toEqual(['one'])
    expect(second).toEqual(['one', 'two'])
  })

  test('a topic full of unacknowledged messages refuses more, and loses none', async () => {
    const mailbox = await openWith({ queuedMessagesPerTopicMax: 2 })
    const topic = newTopic()
    await keep(mailbox, topic, 'one', 'two')
    await expect(keep(mailbox, topic, 'three')).rejects.toMatchObject({ kind: 'topic.full' })
    expect(await waitingFor(mailbox, topic)).toEqual(['one', 'two'])
    await keep(mailbox, newTopic(), 'elsewhere')
  })

  test('a topic is also limited in bytes', async () => {
    const mailbox = await openWith({ queuedBytesPerTopicMax: 2_500 })
    const topic = newTopic()
    await keep(mailbox, topic, 'x'.repeat(1_000))
    await expect(keep(mailbox, topic, 'y'.repeat(1_000))).rejects.toMatchObject({ kind: 'topic.full' })
    await keep(mailbox, topic, 'small')
  })

  test('one address cannot fill the mailbox: only that address is refused, until its messages expire', async () => {
    const mailbox = await openWith({ queuedBytesPerAddressMax: 2_500 })
    const [mine, other] = [newAddress(), newAddress()]
    const publish = (message: string, address: string, ttlMs = A_MINUTE_MS) =>
      mailbox.publish(messageOf(newTopic(), message), ttlMs, address)
    await publish('x'.repeat(1_000), mine, 1_000)
    await publish('small', mine)
    const large = () => publish('y'.repeat(1_000), mine)
    await expect(large()).rejects.toMatchObject({ kind: 'address.full' })
    await publish('y'.repeat(1_000), other)
    await until(() =>
      large().then(
        () => true,
        () => false,
      ),
    )
    await expect(publish('one more', mine)).rejects.toMatchObject({ kind: 'address.full' })
  })

  test('acknowledged messages make room for new ones, the oldest first', async () => {
    const mailbox = await openWith({ queuedMessagesPerTopicMax: 3 })
    const topic = newTopic()
    await keep(mailbox, topic, 'one', 'two', 'three')
    for (const taken of ['two', 'three']) await mailbox.acknowledge(topic, messageOf(topic, taken).id, 'bob')
    await keep(mailbox, topic, 'four')
    expect(await waitingFor(mailbox, topic, 'carol')).toEqual(['one', 'three', 'four'])
  })

  test('expired messages make room for new ones, and can be published again', async () => {
    const mailbox = await openWith({ queuedMessagesPerTopicMax: 2 })
    const topic = newTopic()
    await mailbox.publish(messageOf(topic, 'short'), 20, HOME)
    await keep(mailbox, topic, 'long')
    let waiting: string[] = []
    do waiting = await waitingFor(mailbox, topic)
    while (waiting.length > 1)
    await keep(mailbox, topic, 'short')
    expect(await waitingFor(mailbox, topic)).toEqual(['long', 'short'])
  })
}
