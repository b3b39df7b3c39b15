/**
 * Makes objects like `ModalError` from sentences, without the class: the loader is too small for the whole catalogue,
 * and nothing branches on the class.
 */
export const failWith =
  <Code extends string>(sentences: Readonly<Record<Code, string>>) =>
  (code: Code): Error =>
    Object.assign(new Error(sentences[code]), { name: 'ModalError', code })
