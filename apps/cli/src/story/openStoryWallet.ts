import { type DevToken, type DevWallet, type ScriptedApprover, testSigner } from "@wmodal/chains/dev"
import type { Story } from "@wmodal/mock-server"
import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { openWallet } from "../wallet/openWallet.ts"

/** The wallet of a story: the first account of the test mnemonic, and an owner who answers as the story says. */
export const openStoryWallet = Effect.fnUntraced(function* (cast: {
  readonly story: Story
  readonly settings: Settings
  readonly person: ScriptedApprover
}): Effect.fn.Return<DevWallet, never, Fetch | Scope.Scope> {
  const { person, settings, story } = cast
  const { tokens } = yield* Effect.promise(() => import("@wmodal/mock-server"))
  const chainId = Number(story.network.slice(story.network.indexOf(":") + 1))
  const wallet = yield* openWallet({
    signer: testSigner(0),
    settings,
    snapshot: null,
    approve: person.approve,
    features: { smartAccount: story.smartAccount },
    tokens: { [chainId]: tokens satisfies readonly DevToken[] },
  })
  wallet.selectChain(chainId)
  return wallet
})
