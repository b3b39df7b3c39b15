import { messageOf } from './requestError.ts'
import type { Choice, LogEntry, Prompt, Store } from './state.ts'

/** The two answers to a prompt. Both notify the site. */
export interface Answers {
  /** @returns the response that the site gets, for the log */
  approve(choice: Choice): Promise<unknown>
  reject(): Promise<unknown>
}

interface PromptSelection {
  /** The oldest prompt if absent. */
  readonly id?: number
}

/** Prompts that wait for the phone's owner. */
export interface Inbox {
  /** Shows a prompt, or answers it according to the chosen behavior. */
  arrive(prompt: Prompt, answers: Answers): void
  /** @throws Error if there is no such prompt, or the error of the request, which the site also gets */
  approve(selection?: PromptSelection & { choice?: Partial<Choice> }): Promise<void>
  /** @throws Error if there is no such prompt */
  reject(selection?: PromptSelection): Promise<void>
  /** Removes prompts that have expired. */
  expire(isGone: (prompt: Prompt) => boolean): void
  /** Answers at once, without a prompt. */
  answerQuietly(prompt: Prompt, answers: Answers): void
}

const LOG_LENGTH = 200

export function createInbox(store: Store): Inbox {
  const waiting = new Map<number, Answers>()

  const changePrompt = (id: number, change: Partial<Prompt>) =>
    store.change({
      prompts: store.state.prompts.map((prompt) => (prompt.id === id ? ({ ...prompt, ...change } as Prompt) : prompt)),
    })

  function forget(id: number) {
    waiting.delete(id)
    store.change({ prompts: store.state.prompts.filter((prompt) => prompt.id !== id) })
  }

  const log = (id: number, change: Partial<LogEntry>) =>
    store.change({ log: store.state.log.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)) })

  function record(prompt: Prompt) {
    if (store.state.log.some(({ id }) => id === prompt.id)) return
    const { id, kind, site } = prompt
    const request =
      prompt.kind === 'request' ? { method: prompt.method, params: prompt.params, networkId: prompt.networkId } : {}
    const entry: LogEntry = { id, kind, site, ...request, outcome: 'waiting' }
    store.change({ log: [...store.state.log, entry].slice(-LOG_LENGTH) })
  }

  async function settle(id: number, outcome: 'approved' | 'rejected', act: () => Promise<unknown>) {
    const { delayMs } = store.state.behaviour
    changePrompt(id, { isBusy: true })
    try {
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (!waiting.has(id)) throw new Error('The site does not wait for this any more.')
      log(id, { outcome, result: await act() })
    } catch (error) {
      log(id, { outcome: 'failed', error: messageOf(error) })
      throw error
    } finally {
      forget(id)
    }
  }

  /** @throws Error if there is no such prompt */
  function select({ id }: PromptSelection): { id: number; answers: Answers } {
    const prompt = store.state.prompts.find((candidate) => !candidate.isBusy && (id ?? candidate.id) === candidate.id)
    const answers = prompt && waiting.get(prompt.id)
    if (!prompt || !answers) throw new Error('Nothing waits for this answer.')
    return { id: prompt.id, answers }
  }

  const choiceWith = (change: Partial<Choice> = {}): Choice => ({ ...store.state.choice, ...change })
  /** Swallows failures of automatic answers, which the log already shows. */
  const unattended = (settling: Promise<void>) => void settling.catch(() => {})

  const approve = (id: number, answers: Answers, choice?: Partial<Choice>) =>
    settle(id, 'approved', () => answers.approve(choiceWith(choice)))
  const reject = (id: number, answers: Answers) => settle(id, 'rejected', () => answers.reject())

  function add(prompt: Prompt, answers: Answers) {
    record(prompt)
    waiting.set(prompt.id, answers)
    store.change({ prompts: [...store.state.prompts.filter(({ id }) => id !== prompt.id), prompt] })
  }

  return {
    arrive(prompt, answers) {
      const { answer } = store.state.behaviour
      if (answer === 'never') {
        record(prompt)
        return log(prompt.id, { outcome: 'ignored' })
      }
      add(prompt, answers)
      if (answer === 'approve') unattended(approve(prompt.id, answers))
      if (answer === 'reject') unattended(reject(prompt.id, answers))
    },

    answerQuietly(prompt, answers) {
      record(prompt)
      if (store.state.behaviour.answer === 'never') return log(prompt.id, { outcome: 'ignored' })
      waiting.set(prompt.id, answers)
      unattended(approve(prompt.id, answers))
    },

    async approve({ choice, ...selection } = {}) {
      const { id, answers } = select(selection)
      await approve(id, answers, choice)
    },

    async reject(selection = {}) {
      const { id, answers } = select(selection)
      await reject(id, answers)
    },

    expire(isGone) {
      for (const { id } of store.state.prompts.filter(isGone)) {
        log(id, { outcome: 'expired' })
        forget(id)
      }
    },
  }
}
