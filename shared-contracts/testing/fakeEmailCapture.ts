import type { EmailCaptureCommands } from '../src/index.ts'

export interface FakeEmailCapture extends EmailCaptureCommands {
  /** The calls so far, in order. */
  readonly asked: readonly (readonly [command: keyof EmailCaptureCommands, text?: string])[]
}

/** By default, a plug-in that takes addresses and sends codes. */
export function fakeEmailCapture(own: Partial<EmailCaptureCommands> = {}): FakeEmailCapture {
  const asked: (readonly [keyof EmailCaptureCommands, string?])[] = []
  return {
    asked,
    canTake: own.canTake ?? true,
    async requestCode(email) {
      asked.push(['requestCode', email])
      return (await own.requestCode?.(email)) ?? true
    },
    async confirmCode(code) {
      asked.push(['confirmCode', code])
      await own.confirmCode?.(code)
    },
    goOn() {
      asked.push(['goOn'])
      own.goOn?.()
    },
    async disconnect() {
      asked.push(['disconnect'])
      await own.disconnect?.()
    },
  }
}
