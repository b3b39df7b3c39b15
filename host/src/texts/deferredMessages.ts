/** The texts beyond the first view, as a separate chunk. */
export { default as english } from '../../deferredMessages/en.json'
