import { LOGIN_CODES_CHECK_PATH } from '../../../shared-contracts/src/services/login.ts'
import { typeCode } from './embeddedWallet.ts'
import type { Visit } from './visit.ts'

/** A code other than the right one, different for each `n`. */
const wrongCode = (code: string, n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0')

/**
 * Types a wrong code and waits until the boxes are empty and accept another one, or are gone.
 * @param code the right code; `n = 0` types it unchanged
 * @param path login's endpoint that judges it
 */
export async function guesses(
  visitor: Visit,
  code: string,
  n: number,
  path: string = LOGIN_CODES_CHECK_PATH,
): Promise<void> {
  const digits = visitor.page.getByTestId('wui-input-numeric')
  const areFree = () =>
    digits.evaluateAll((all) => (all as HTMLInputElement[]).every(({ value, readOnly }) => value === '' && !readOnly))
  const judged = visitor.page.waitForResponse((response) => response.url().includes(path))
  await typeCode(visitor, wrongCode(code, n))
  await judged
  while (!(await areFree())) await visitor.settled()
}
