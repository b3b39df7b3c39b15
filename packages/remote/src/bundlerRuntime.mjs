/**
 * Replaces parts of the bundler's runtime that are wrong or superfluous here. A page's HTML can mislead two of its
 * lookups (`host/src/loader/platform.ts`): `document.currentScript`, and the `window` property through which chunks are
 * passed. Its script loading also adopts existing elements, which are not pinned. The rest only serves unsupported
 * browsers.
 */

/** A chunk without a known hash is not run. @param {number} timeoutMs */
const loadScript = (timeoutMs) => `
const waiting = {};
__webpack_require__.l = (url, done, _, chunkId) => {
  const integrity = __webpack_require__.sriHashes[chunkId];
  if (!integrity) return done({ type: "unpinned" });
  if (waiting[url]) return void waiting[url].push(done);
  waiting[url] = [done];
  const script = document.createElement("script");
  const end = (event) => {
    clearTimeout(timer);
    script.onload = script.onerror = null;
    script.remove();
    const all = waiting[url];
    delete waiting[url];
    all.forEach((tell) => tell(event));
  };
  const timer = setTimeout(end, ${timeoutMs}, { type: "timeout", target: script });
  script.onload = script.onerror = end;
  script.crossOrigin = "anonymous";
  script.integrity = integrity;
  script.src = __webpack_require__.tu(url);
  document.head.append(script);
};`

/** Pieces of the bundler's code and their replacements; `whole` replaces everything. */
const REPLACED = [
  {
    part: /document\.currentScript/,
    whole:
      '__webpack_require__.p = Reflect.get(Document.prototype, "currentScript", document).src.replace(/[^/]*$/, "");',
  },
  {
    part: /__webpack_require__\.css = \(/,
    whole:
      '__webpack_require__.css = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); return sheet; };',
  },
  { part: /__webpack_require__\.g = \(/, whole: '__webpack_require__.g = globalThis;' },
  { part: /(globalThis\["rspackChunk\w+"\]) \|\|= \[\]/, by: '$1 = Array.isArray($1) ? $1 : []' },
  // The entry sets these right afterwards: containerLoader.mjs.
  {
    part: /__webpack_require__\.([\w.]+) = __webpack_require__\.\1 \|\| function\(\) \{ throw new Error\("[^"]*"\) \};?/g,
    by: '',
  },
]

/** A plugin for parts with pinned chunks. @param {number} timeoutMs how long to wait for a chunk */
export const bundlerRuntime = (timeoutMs) => ({
  /** @param {import('@rspack/core').Compiler} compiler */
  apply({ hooks }) {
    const replaced = [...REPLACED, { part: /__webpack_require__\.l = function/, whole: loadScript(timeoutMs) }]
    hooks.thisCompilation.tap('bundler runtime', (compilation) => {
      compilation.hooks.runtimeModule.tap('bundler runtime', ({ source }) => {
        if (!source) return
        const own = source.source.toString()
        let code = own
        for (const { part, whole, by = '' } of replaced) {
          if (code.search(part) >= 0) code = whole ?? code.replace(part, by)
        }
        // Chunk names and hashes are not known yet, so this text is final.
        if (code !== own) source.source = Buffer.from(code)
      })
    })
  },
})
