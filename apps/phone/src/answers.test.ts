import { type Answers, createInbox } from './answers.ts'
import { type Behaviour, createStore, type PhoneState, type ProposalPrompt } from './state.ts'

function phone(behaviour: Partial<Behaviour> = {}) {
  const store = createStore({
    prompts: [],
    log: [],
    choice: { families: ['eip155'], accounts: [0] },
    behaviour: { answer: 'ask', delayMs: 0, authentication: 'sign', ...behaviour },
  } as unknown as PhoneState)
  const answersSent: string[] = []
  const answers = (id: number): Answers => ({
    async approve({ accounts }) {
      answersSent.push(`approved ${id} with ${accounts}`)
      return `result ${id}`
    },
    async reject() {
      answersSent.push(`rejected ${id}`)
    },
  })
  const inbox = createInbox(store)
  const arrive = (id: number, given = answers(id)) =>
    inbox.arrive(
      { kind: 'proposal', id, site: { name: 'Site', url: '' }, requested: [] } satisfies ProposalPrompt,
      given,
    )
  const outcomes = () => store.state.log.map(({ id, outcome }) => `${id} ${outcome}`)
  return { store, inbox, arrive, answersSent, outcomes }
}

test('prompts are answered one at a time: the one whose id is given, or else the oldest', async () => {
  const { inbox, arrive, answersSent, store, outcomes } = phone()
  for (const id of [1, 2, 3]) arrive(id)
  await inbox.approve({ id: 2, choice: { accounts: [1, 0] } })
  await inbox.reject()
  expect(answersSent).toEqual(['approved 2 with 1,0', 'rejected 1'])
  expect(store.state.prompts.map(({ id }) => id)).toEqual([3])
  expect(outcomes()).toEqual(['1 rejected', '2 approved', '3 waiting'])
  expect(store.state.log[1]?.result).toBe('result 2')
})

test('a prompt can be answered only once', async () => {
  const { inbox, arrive, answersSent } = phone()
  arrive(1)
  const first = inbox.approve()
  await expect(inbox.approve()).rejects.toThrow('Nothing waits')
  await first
  await expect(inbox.reject({ id: 1 })).rejects.toThrow('Nothing waits')
  expect(answersSent).toEqual(['approved 1 with 0'])
})

test('if the owner never answers, the site gets no response and the log shows the request as ignored', () => {
  const { arrive, answersSent, store, outcomes } = phone({ answer: 'never' })
  arrive(1)
  expect([answersSent, store.state.prompts, outcomes()]).toEqual([[], [], ['1 ignored']])
})

test('a failure is logged and reported to the caller of `approve`', async () => {
  const { inbox, arrive, store } = phone()
  arrive(1, { approve: () => Promise.reject(new Error('no funds')), reject: async () => {} })
  await expect(inbox.approve()).rejects.toThrow('no funds')
  expect(store.state.log).toMatchObject([{ outcome: 'failed', error: 'no funds' }])
  expect(store.state.prompts).toEqual([])
})

test('an answer that is delayed until its prompt has expired is not sent', async () => {
  const { inbox, arrive, answersSent } = phone({ delayMs: 20 })
  arrive(1)
  const approving = inbox.approve()
  inbox.expire(({ id }) => id === 1)
  await expect(approving).rejects.toThrow('does not wait')
  expect(answersSent).toEqual([])
})

test('a prompt that returns after a reload is logged once', () => {
  const { arrive, outcomes } = phone()
  arrive(1)
  arrive(1)
  expect(outcomes()).toEqual(['1 waiting'])
})
