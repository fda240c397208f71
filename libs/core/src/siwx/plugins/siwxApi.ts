import type { SiwxPlugin } from "../Siwx.ts"
import { latePlugin } from "./latePlugin.ts"
import type { SiwxMessageOptions } from "./makeMessage.ts"

/** The options of `siwxApi`. */
export interface SiwxApiOptions extends SiwxMessageOptions {
  /** Base URL of the blockchain API's sign-in calls. */
  readonly url: string
  /** Identifies the dApp to the server. */
  readonly projectId: string
  /** Default the platform's. */
  readonly fetch?: typeof fetch
}

/**
 * Sign-in by the blockchain API, for EVM accounts. Its token is kept in memory only, so a reload asks for a new
 * signature.
 */
export const siwxApi = (options: SiwxApiOptions): SiwxPlugin =>
  latePlugin(async () => (await import("./apiPlugin.ts")).makeApiPlugin(options), options.required ?? true)
