/**
 * Makes `ModalError`s from sentences, in everything but their class: the loader is too small to carry the whole catalogue, and
 * nobody branches on the class.
 */
export const failWith =
  <Code extends string>(sentences: Readonly<Record<Code, string>>) =>
  (code: Code): Error =>
    Object.assign(new Error(sentences[code]), { name: 'ModalError', code })
