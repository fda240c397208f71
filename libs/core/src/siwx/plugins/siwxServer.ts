import type { SiwxPlugin } from "../Siwx.ts"
import { latePlugin } from "./latePlugin.ts"
import type { SiwxMessageOptions } from "./makeMessage.ts"

/** The options of `siwxServer`. */
export interface SiwxServerOptions extends SiwxMessageOptions {
  /**
   * Base URL of the server, such as `/auth`. It answers `GET nonce`, `POST verify`, `GET session` and `POST sign-out`,
   * and keeps the session in a cookie; `@wmodal/siwx` checks the signatures there.
   */
  readonly url: string
  /** Default the platform's. */
  readonly fetch?: typeof fetch
}

/**
 * Sign-in on a server of the host's. `createMessage` fetches a nonce; `addSession` rejects with the server's own words.
 * No token is kept in the page.
 */
export const siwxServer = (options: SiwxServerOptions): SiwxPlugin =>
  latePlugin(
    async () => (await import("./serverPlugin.ts")).makeServerPlugin(options),
    options.required ?? true,
  )
