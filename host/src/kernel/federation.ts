import { createInstance } from '@module-federation/runtime'
import bundlerRuntime from '@module-federation/webpack-bundler-runtime'
import * as contracts from '@portico/contracts'
import * as money from '@portico/contracts/money'
import * as ui from '@portico/contracts/ui'
import * as forms from '@portico/contracts/ui/forms'
import * as moneyUi from '@portico/contracts/ui/money'
import * as toolkit from '@reduxjs/toolkit'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import * as ReactDomClient from 'react-dom/client'
import * as reactRedux from 'react-redux'
import { loadPinned } from './loadPinned.ts'
import { pinnedLoader } from './pinnedLoader.ts'

/**
 * The code that only remotes need: the federation runtime and the shared modules. One pinned chunk, fetched before the
 * first remote or the Account view, and when the page is idle after opening. One federation instance serves every modal
 * of the page: container names contain the version, so each modal gets its own.
 */

/**
 * The global under which entries find the federation runtime, named after the runtime's major and minor version. It
 * changes when the contract version changes.
 */
const RUNTIME_GLOBAL = '__portico_mf_2_9'
Object.assign(globalThis, { [RUNTIME_GLOBAL]: bundlerRuntime })

const share = (module: unknown, version: string) => ({
  version,
  scope: 'portico',
  lib: () => module as never,
  shareConfig: {
    singleton: true,
    strictVersion: true,
    requiredVersion: `^${version}`,
    eager: true,
  },
})

/** A module that only views with signature requests need: a separate pinned chunk, fetched with the first such view. */
const shareDeferred = (load: () => Promise<unknown>, version: string) => ({
  version,
  scope: 'portico',
  get: async () => {
    const module = await loadPinned(load)
    return () => module as never
  },
  shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
})

declare const __SHARED_VERSIONS__: Readonly<Record<string, string>>
const of = (name: string) => __SHARED_VERSIONS__[name] ?? '0.0.0'

export const federation = createInstance({
  name: 'portico_host',
  remotes: [],
  plugins: [pinnedLoader()],
  shareStrategy: 'loaded-first',
  shared: {
    react: share(React, of('react')),
    'react/jsx-runtime': share(jsxRuntime, of('react')),
    'react-dom': share(ReactDom, of('react-dom')),
    'react-dom/client': share(ReactDomClient, of('react-dom')),
    'react-redux': share(reactRedux, of('react-redux')),
    '@reduxjs/toolkit': share(toolkit, of('@reduxjs/toolkit')),
    '@portico/contracts': share(contracts, contracts.CONTRACT_VERSION),
    '@portico/contracts/ui': share(ui, contracts.CONTRACT_VERSION),
    '@portico/contracts/money': share(money, contracts.CONTRACT_VERSION),
    '@portico/contracts/ui/forms': share(forms, contracts.CONTRACT_VERSION),
    '@portico/contracts/ui/money': share(moneyUi, contracts.CONTRACT_VERSION),
    '@portico/contracts/preview': shareDeferred(
      () => import(/* webpackChunkName: "preview" */ '@portico/contracts/preview'),
      contracts.CONTRACT_VERSION,
    ),
    '@portico/contracts/ui/preview': shareDeferred(
      () => import(/* webpackChunkName: "preview" */ '@portico/contracts/ui/preview'),
      contracts.CONTRACT_VERSION,
    ),
  },
})
