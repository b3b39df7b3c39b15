import { ANSWER_STEP_MS } from './limits.ts'

/**
 * Answers, and fails, at a multiple of some time after the question: what the work has found does not show in how long it
 * took.
 */
export async function inSameTime<Answer>(work: () => Promise<Answer>, stepMs = ANSWER_STEP_MS): Promise<Answer> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const spentMs = performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, stepMs - (spentMs % stepMs)))
  }
}
