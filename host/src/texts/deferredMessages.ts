/** Texts that the first view does not need, as a chunk of their own. */
export { default as english } from '../../deferredMessages/en.json'
