import { ANSWER_STEP_MS } from './limits.ts'

/** Answers or fails at a multiple of a step after the request, so that the timing does not reveal the result. */
export async function inSameTime<Answer>(work: () => Promise<Answer>, stepMs = ANSWER_STEP_MS): Promise<Answer> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const spentMs = performance.now() - startedAt
    await new Promise((resolve) => setTimeout(resolve, stepMs - (spentMs % stepMs)))
  }
}
