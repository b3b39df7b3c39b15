/** Questions to a wallet that its client would let wait for minutes after the wallet has gone. */
export interface OpenQuestions {
  /** What `work` resolves to, or a rejection as soon as `end` is called. */
  ask<T>(work: Promise<T>): Promise<T>
  /** Nobody will answer what is open: EIP-1193, code 4900. */
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
        work.catch(() => {}) // whoever asked has been told
      }
    },
    end() {
      for (const end of [...open]) end()
    },
  }
}
