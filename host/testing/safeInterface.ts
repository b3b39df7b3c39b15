/** A framed page, and a parent window that answers as a Safe's interface would, or in another way. */

export const SAFE_ORIGIN = 'https://app.safe.global'
export const SAFE_ADDRESS = '0x5afE5afE5afE5afE5afE5afE5afE5afE5afE5afE'
export const INFO = { safeAddress: SAFE_ADDRESS, chainId: 1, threshold: 1, owners: [], isReadOnly: false }

interface Question {
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly env: { readonly sdkVersion: string }
}

/** The interface's answers, keyed by method. A thrown value is sent as an error; `undefined` sends no answer at all. */
type Answers = Readonly<Record<string, (params: never) => unknown>>

interface Surroundings {
  /** The parent window's origin. */
  readonly origin?: string
  /** What the browser reveals about the parent window; undefined in Firefox. */
  readonly ancestorOrigins?: readonly string[]
}

export function framedPage(answers: Answers, { origin = SAFE_ORIGIN, ancestorOrigins }: Surroundings = {}) {
  const questions: Question[] = []
  const targets: string[] = []
  const events = new EventTarget()

  /** Dispatches a message as if from a window. */
  const post = (data: unknown, more: { source?: unknown; origin?: string } = {}) =>
    events.dispatchEvent(Object.assign(new Event('message'), { source: parent, origin, data, ...more }))

  function answer({ id, method, params }: Question) {
    try {
      const data = answers[method]?.(params as never)
      if (data !== undefined) post({ id, success: true, data, version: '9.1.0' })
    } catch (error) {
      post({ id, success: false, error: (error as Error).message })
    }
  }

  const parent = {
    postMessage(message: Question, target: string) {
      targets.push(target)
      // The browser drops messages to another origin.
      if (target !== origin) return
      questions.push(message)
      void Promise.resolve().then(() => answer(message))
    },
  }
  return {
    page: Object.assign(events, { parent, location: { ancestorOrigins } }) as unknown as Window,
    /** The messages that reached the interface. */
    questions,
    methods: () => questions.map(({ method }) => method),
    /** The target origin of every message. */
    targets,
    post,
  }
}
