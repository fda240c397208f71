import { Effect } from "effect"
import { attemptState } from "../state/attemptState.ts"
import type { Context } from "./Context.ts"
import { connectedIn } from "./elsewhere.ts"
import { openAlone } from "./openEngine.ts"
import { openToLook, settingsOf } from "./openSession.ts"

/** The engine for what needs a chain and no account: with the session where there is one. */
export const openToFollow = Effect.fnUntraced(function* (context: Context) {
  const { folder, session } = context
  const wallets = connectedIn(yield* attemptState(folder, session.state))
  const settings = yield* settingsOf(context)
  const { network } = settings
  const isConnected = wallets.some(
    ({ namespace }) => network === null || namespace === network.chainNamespace,
  )
  if (isConnected) return (yield* openToLook(context)).engine
  const { engine } = yield* openAlone(context, settings)
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  return engine
})
