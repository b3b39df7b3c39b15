import type { EmailCaptureCommands } from '../src/index.ts'

export interface FakeEmailCapture extends EmailCaptureCommands {
  /** The calls so far, in order. */
  readonly asked: readonly (readonly [command: keyof EmailCaptureCommands, text?: string])[]
}

/** By default, the plug-in accepts addresses, and codes are sent. */
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
