import type { Namespace } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { notConnectedError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { getSharedChains, type RemoteKind } from "../session/remoteSessions.ts"
import { signOutOfSite } from "../session/secureSiteFile.ts"
import { getStoredWallets, toStoredSession, withoutSession } from "../session/storedWallets.ts"
import { walletConnectFileName } from "../session/walletConnectFile.ts"
import { attemptState } from "../state/attemptState.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { EngineCommand } from "./Command.ts"

/**
 * Ends the session of one chain, or of all, also when it cannot be restored. A phone's session and the embedded
 * wallet's cover all their chains. The selected network stays when its chain stays connected.
 */
export const disconnect = (
  { namespace: wanted }: Extract<CommandPlan, { _tag: "Disconnect" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session } = context
    const state = yield* attemptState(folder, session.state)
    const isWanted = ({ namespace }: { readonly namespace: Namespace }) =>
      wanted === null || namespace === wanted
    const wallets = getStoredWallets(state)
    const shares = getSharedChains(state)
    const isEnding = (by: RemoteKind) => shares.some((share) => share.by === by && isWanted(share))
    const ending = (["phone", "frame"] as const).filter(isEnding)
    const leaving = [...wallets.filter(isWanted), ...shares.filter(({ by }) => isEnding(by))].map(
      ({ namespace }) => namespace,
    )
    if (leaving.length === 0) return yield* notConnectedError()
    const staying = wallets.filter((wallet) => !isWanted(wallet))
    const opened = yield* Effect.result(openReadOnly(context, { reach: ending }))
    const told = Result.isSuccess(opened)
      ? yield* Effect.result(
          context.prompts.during(
            "Disconnecting",
            opened.success.engine.connection.disconnect(wanted ?? undefined),
          ),
        )
      : Result.void
    const isAlone = staying.length === 0 && shares.every(({ by }) => isEnding(by))
    // After a sign-out, the engine's entries hold nothing of the embedded wallet's user.
    const asLeft = !isAlone || isEnding("frame")
    const entries = Result.isSuccess(opened) && asLeft ? opened.success.entries() : session.state().entries
    yield* attemptState(folder, () => {
      session.update({
        entries: isAlone ? withoutSession(entries) : leaving.reduce(withoutSession, entries),
        ...toStoredSession(staying),
        ...(isEnding("phone") && { phone: undefined }),
        ...(isEnding("frame") && { frame: undefined }),
        ...(isAlone && { world: null }),
      })
      if (Result.isSuccess(opened)) ending.forEach(opened.success.forgetRemote)
      else {
        if (isEnding("phone")) folder.remove(walletConnectFileName)
        if (isEnding("frame") && state.frame !== undefined) signOutOfSite(folder, state.frame.site)
      }
    })
    if (Result.isFailure(told)) return yield* told.failure
    yield* output.result({
      state: "disconnected",
      json: { disconnected: leaving },
      lines: leaving,
      drawn: drawFacts(
        "Disconnected",
        isAlone && leaving.length === 1 ? [] : leaving.map((text) => ({ label: "Chain", text })),
      ),
    })
  })
