/** Makes errors like `ModalError` without the class and its catalogue, for which the loader is too small. */
export const failWith =
  <Code extends string>(sentences: Readonly<Record<Code, string>>) =>
  (code: Code): Error =>
    Object.assign(new Error(sentences[code]), { name: 'ModalError', code })
