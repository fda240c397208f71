/** The server entry: it imports nothing that needs a browser or React. */
import type { WModalInitialState } from "./page/initialState.ts"
import { decodeCookies } from "./page/rememberedState.ts"
import { toInitialState } from "./page/toInitialState.ts"

export type { WModalInitialState }

/**
 * Reads the state that `createWModal({ cookie: true })` kept on the last visit from a request's `Cookie` header, for
 * `<WModalProvider initialState>`. Returns `null` for a first visitor, and for a cookie that does not decode.
 */
export const cookieToInitialState = (cookieHeader: string | null | undefined): WModalInitialState | null => {
  const remembered = decodeCookies(cookieHeader)
  return remembered && toInitialState(remembered)
}
