/** For tests of a remote in a repository of its own: TypeScript, style sheets, and packages that are only ES modules. */
module.exports = {
  transform: {
    '\\.tsx?$': swc('typescript', 'tsx'),
    '\\.[cm]?js$': swc('ecmascript', 'jsx'),
  },
  transformIgnorePatterns: [],
  moduleFileExtensions: ['ts', 'tsx', 'mjs', 'js', 'cjs', 'json', 'node'],
  setupFiles: [require.resolve('./src/domGlobals.cjs')],
  moduleNameMapper: { '\\.css$': require.resolve('./src/cssStub.cjs') },
  // jsdom's own condition is `browser`, with which a test would load other files than a build.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
}

/** @param {'typescript' | 'ecmascript'} syntax @param {'tsx' | 'jsx'} jsx */
function swc(syntax, jsx) {
  const parser = { syntax, [jsx]: true }
  return ['@swc/jest', { jsc: { parser, transform: { react: { runtime: 'automatic' } }, target: 'es2022' } }]
}
