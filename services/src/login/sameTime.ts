import { ANSWER_STEP_MS } from './limits.ts'

/** Answers and fails at multiples of a step after the request, so that timing does not reveal the result. */
export async function inSameTime<Answer>(work: () => Promise<Answer>, stepMs = ANSWER_STEP_MS): Promise<Answer> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const spentMs = performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, stepMs - (spentMs % stepMs)))
  }
}
