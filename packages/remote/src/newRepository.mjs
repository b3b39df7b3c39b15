/** What a remote's folder has in addition when it is a repository of its own. */

/** What the tests of a remote need, and what the host would provide. */
const TOOLS = {
  '@reduxjs/toolkit': '^2.14.0',
  '@swc/core': '^1.16.22',
  '@swc/jest': '^0.2.39',
  '@types/jest': '^30.0.0',
  '@types/react': '^19.3.0',
  jest: '^30.5.2',
  'jest-environment-jsdom': '^30.5.2',
  react: '^19.3.0',
  'react-dom': '^19.3.0',
  'react-redux': '^9.3.0',
  typescript: '>=5.9.0',
}

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    types: ['jest', '@portico/contracts/css'],
  },
  include: ['src'],
}

/** @param {string} id @param {string} name */
const readme = (id, name) => `# ${name}

A remote of the Portico wallet modal with the id \`${id}\`.

\`\`\`sh
npm install
npm test               # types and tests
npm run build          # dist/${id}/<version>
npx @portico/remote publish --to folder --url https://cdn.example
\`\`\`
`

/**
 * @param {string} id
 * @param {{ description: string }} manifest of the remote inside the project
 * @param {{ version: string, dependencies: Record<string, string> }} own the manifest of this package
 * @returns {{ manifest: object, files: Record<string, string> }} `files`: text by path
 */
export function outsideFiles(id, manifest, own) {
  return {
    manifest: {
      ...manifest,
      portico: { id },
      scripts: {
        build: 'portico-remote build',
        test: 'tsc && jest',
      },
      devDependencies: {
        '@portico/contracts': own.dependencies['@portico/contracts'],
        '@portico/remote': own.version,
        ...TOOLS,
      },
      jest: { preset: '@portico/remote' },
    },
    files: {
      'tsconfig.json': `${JSON.stringify(TSCONFIG, null, 2)}\n`,
      'README.md': readme(id, manifest.description),
      '.gitignore': 'dist\nnode_modules\n',
    },
  }
}
