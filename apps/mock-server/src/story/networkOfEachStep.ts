import type { CaipNetworkId } from "@wmodal/protocol"
import { Data } from "effect"
import type { Story, StoryAct } from "./Story.ts"
import type { Expected } from "./StoryExpectation.ts"
import { type StoryChain, toStoryChain } from "./storyFields.ts"

/** A step without its network. */
interface UnplannedStep {
  readonly act: StoryAct
  readonly expect: Expected | null
}

type StoryNetworks = readonly [CaipNetworkId, ...CaipNetworkId[]]

/** Acts that only some chains support. All others work on every chain. */
const actChains: Readonly<Partial<Record<StoryAct["_tag"], readonly StoryChain[]>>> = {
  send: ["eip155", "solana", "bip122"],
  swap: ["eip155"],
  ask: ["eip155"],
  ownNetwork: ["eip155"],
  name: ["eip155"],
  permissions: ["eip155"],
  replace: ["eip155", "bip122"],
  raiseFee: ["bip122"],
  expire: ["solana"],
  cheat: ["eip155", "solana"],
}

/** Acts that only the embedded wallet supports. */
const embeddedWalletActs: readonly StoryAct["_tag"][] = [
  "signIn",
  "changeEmail",
  "name",
  "permissions",
  "account",
  "frame",
]

/**
 * Returns the network of each step by the rules of the wallet's engine. Connecting a chain makes it active. When the
 * active chain disconnects, the first network with an account becomes active.
 * @throws StepImpossible when a step cannot happen there, or names a network that the story does not have
 */
export const networkOfEachStep = (
  steps: readonly UnplannedStep[],
  networks: StoryNetworks,
  wallet: Story["wallet"] = "own",
): readonly CaipNetworkId[] => {
  let active = networks[0]
  const connected = new Map<StoryChain, CaipNetworkId>()
  const isHeld = (network: CaipNetworkId) => {
    const chain = toStoryChain(network)
    return chain !== undefined && connected.get(chain) === network
  }
  // One approval on a phone covers all chains. One email address covers all but Bitcoin.
  const isForAll = wallet !== "own"
  const connectOthers = () => {
    for (const network of networks) {
      const other = toStoryChain(network)
      const has = other !== undefined && (wallet === "phone" || other === "eip155" || other === "solana")
      if (has && !connected.has(other)) connected.set(other, network)
    }
  }
  return steps.map(({ act, expect }, at) => {
    const wrong = (detail: string, ...path: readonly PropertyKey[]) =>
      new StepImpossible({ path: ["steps", at, ...path], detail })
    const here = (chain: StoryChain): CaipNetworkId => {
      const found = [active, ...networks].find((network) => toStoryChain(network) === chain)
      if (found === undefined) throw wrong(`the story has no network of ${chain}`, act._tag)
      return found
    }
    if (embeddedWalletActs.includes(act._tag) && wallet !== "frame")
      throw wrong("the story does not use the embedded wallet", act._tag)
    switch (act._tag) {
      case "connect": {
        if (wallet === "frame")
          throw wrong("the embedded wallet is connected by sign-in, not by connect", act._tag)
        const chain = act.with.to ?? toStoryChain(active)
        if (chain === undefined || act.with.answer === "decline") break
        active = here(chain)
        connected.set(chain, active)
        if (isForAll) connectOthers()
        break
      }
      case "signIn": {
        if (act.with.code !== "right") break
        const chain = toStoryChain(active)
        if (chain !== undefined) connected.set(chain, active)
        connectOthers()
        break
      }
      case "disconnect": {
        if (act.with === true || isForAll) connected.clear()
        else connected.delete(act.with.from)
        active = connected.size === 0 || isHeld(active) ? active : (networks.find(isHeld) ?? active)
        break
      }
      case "phone":
      case "relay": {
        if (wallet !== "phone") throw wrong("the story does not use a phone wallet", act._tag)
        if (act.with === "disconnect") connected.clear()
        break
      }
      case "switch": {
        if (!networks.includes(act.with)) throw wrong(`the story has no network ${act.with}`, act._tag)
        active = act.with
        const chain = toStoryChain(active)
        if (chain !== undefined && connected.has(chain)) connected.set(chain, active)
        break
      }
      default: {
        const chain = toStoryChain(active)
        const chains = actChains[act._tag]
        if (chain !== undefined && chains?.includes(chain) === false)
          throw wrong(`it happens on ${chains.join(" and ")} alone, and not on ${active}`, act._tag)
      }
    }
    for (const [place, { on }] of (expect?.balances ?? []).entries())
      if (on !== undefined && !networks.includes(on))
        throw wrong(`the story has no network ${on}`, "expect", "balances", place, "on")
    if ((expect?.allowances ?? []).length > 0 && toStoryChain(active) !== "eip155")
      throw wrong(`there are allowances on eip155 alone, and not on ${active}`, "expect", "allowances")
    return active
  })
}

/** A valid step that cannot happen. */
export class StepImpossible extends Data.TaggedError("StepImpossible")<{
  readonly path: readonly PropertyKey[]
  readonly detail: string
}> {}
