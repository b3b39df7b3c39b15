/** Requests to a wallet that its client would leave pending for minutes after the wallet is gone. */
export interface OpenQuestions {
  /** Resolves like `work`, but rejects as soon as `end` is called. */
  ask<T>(work: Promise<T>): Promise<T>
  /** Rejects all open requests with EIP-1193's code 4900. */
  end(): void
}

export function createOpenQuestions(): OpenQuestions {
  const open = new Set<() => void>()
  return {
    async ask(work) {
      let end = () => {}
      const ended = new Promise<never>((_, reject) => {
        end = () => reject(Object.assign(new Error('The session with the wallet has ended'), { code: 4900 }))
      })
      open.add(end)
      try {
        return await Promise.race([work, ended])
      } finally {
        open.delete(end)
        work.catch(() => {}) // only the caller of `ask` gets the rejection
      }
    },
    end() {
      for (const end of [...open]) end()
    },
  }
}
