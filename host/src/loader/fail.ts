/** Creates errors like `ModalError`, but without its class and catalogue, which are too large for the loader. */
export const failWith =
  <Code extends string>(sentences: Readonly<Record<Code, string>>) =>
  (code: Code): Error =>
    Object.assign(new Error(sentences[code]), { name: 'ModalError', code })
