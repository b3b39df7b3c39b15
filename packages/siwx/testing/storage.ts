/** Breaks `localStorage`: `'blocked'` as in a sandboxed frame, `'full'` for writes only. */
export function breakStorage(how: 'blocked' | 'full'): void {
  const methods = how === 'blocked' ? (['getItem', 'setItem', 'removeItem'] as const) : (['setItem'] as const)
  for (const method of methods) {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('No.', how === 'blocked' ? 'SecurityError' : 'QuotaExceededError')
    })
  }
}
