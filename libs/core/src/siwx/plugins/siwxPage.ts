import type { SiwxPlugin } from "../Siwx.ts"
import { latePlugin } from "./latePlugin.ts"
import type { SiwxMessageOptions } from "./makeMessage.ts"

/** The part of `verifySiwx` that the plugin calls. */
export type VerifySession = (request: {
  readonly message: string
  readonly signature: string
  readonly expected: { readonly domain: string; readonly nonce: string }
  readonly rpc?: Readonly<Record<`${string}:${string}`, string>>
}) => Promise<{ readonly _tag: "Valid" } | { readonly _tag: "Invalid" | "Unknown"; readonly text: string }>

/** The options of `siwxPage`. */
export interface SiwxPageOptions extends SiwxMessageOptions {
  /** `verifySiwx` of `@wmodal/siwx`, or a function that imports it on demand. */
  readonly verify: VerifySession
  /** Nodes by CAIP-2 id, for the signatures of smart accounts. */
  readonly rpc?: Readonly<Record<`${string}:${string}`, string>>
  /** Such as `localStorage`. */
  readonly storage: {
    readonly getItem: (key: string) => string | null
    readonly setItem: (key: string, value: string) => void
  }
}

/**
 * Sign-in that stays in the page: sessions are kept in its storage and verified there. It tells the page who its user
 * is; a server must verify the message itself. A signature that no node could verify keeps its session.
 */
export const siwxPage = (options: SiwxPageOptions): SiwxPlugin =>
  latePlugin(async () => (await import("./pagePlugin.ts")).makePagePlugin(options), options.required ?? true)
