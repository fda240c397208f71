/**
 * # Functions and types
 *
 * What the other pages name, exported by `@wmodal/modal-web`, and by `/react`, `/siwx` and `/ssr` for theirs.
 *
 * @module types
 */
export type { EvmOptions } from "@wmodal/chains/evm"
export type * from "@wmodal/modal-web"
export type * from "@wmodal/modal-web/react"
export type * from "@wmodal/modal-web/siwx"
export type * from "@wmodal/modal-web/ssr"
export type { Features, HostEndpoints, Metadata } from "../../libs/core/dist/options/Options.d.ts"
