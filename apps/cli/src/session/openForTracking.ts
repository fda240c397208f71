import { Effect } from "effect"
import { attemptState } from "../state/attemptState.ts"
import type { Context } from "./Context.ts"
import { openWithoutWallet } from "./openEngine.ts"
import { loadSettings, openReadOnly } from "./openSession.ts"
import { getConnectedChains } from "./remoteSessions.ts"

/** Opens the engine for commands that need a chain but no account, with the session when there is one. */
export const openForTracking = Effect.fnUntraced(function* (context: Context) {
  const { folder, session } = context
  const wallets = getConnectedChains(yield* attemptState(folder, session.state))
  const settings = yield* loadSettings(context)
  const { network } = settings
  const isConnected = wallets.some(
    ({ namespace }) => network === null || namespace === network.chainNamespace,
  )
  if (isConnected) return (yield* openReadOnly(context)).engine
  const { engine } = yield* openWithoutWallet(context, settings)
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  return engine
})
