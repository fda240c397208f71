import { type CaipNetworkId, formatAmount, parseAmount } from "@wmodal/protocol"
import { Result } from "effect"
import type { FaultRule } from "../faults/Fault.ts"
import { openBitcoinWorld } from "./bitcoinWorld.ts"
import { type ChainWorld, makeWorldControl, State, type WorldControl } from "./ChainWorld.ts"
import { openEvmWorld } from "./evmWorld.ts"
import { makePhoneControl, type PhoneControl } from "./PhoneControl.ts"
import { openPolkadotWorld } from "./polkadotWorld.ts"
import { makeSiteControl, type SiteControl } from "./SiteControl.ts"
import type { StoryPurchase } from "./Story.ts"
import type { AllowanceExpected, BalanceExpected } from "./StoryExpectation.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { openSolanaWorld } from "./solanaWorld.ts"
import { toStoryChain } from "./storyFields.ts"
import { toBaseUnits } from "./toProviderRequest.ts"

/** The world of a story, with the privileges of its operator. It bypasses all tested code. */
export interface StoryWorld {
  readonly setFaults: (rules: readonly FaultRule[]) => Promise<void>
  readonly phone: PhoneControl
  readonly site: SiteControl
  /** Closes every connection of the relay; `down` also rejects new ones until `up`. */
  readonly relay: (what: "restart" | "down" | "up") => Promise<void>
  /** Returns a network of the story. @throws StoryWorldFailed when the story has no such network */
  readonly getChainWorld: (network: CaipNetworkId) => ChainWorld
  /** Returns the URL of a node, also of a network that the story's page does not have. */
  readonly getNodeUrl: (network: CaipNetworkId) => string
  /** Returns all accounts, to compare two runs of a story. */
  readonly state: () => Promise<unknown>
  /** Pays on the page of a provider, as its form does, and then delivers what was bought or fails. */
  readonly visitProvider: (url: string, purchase: Pick<StoryPurchase, "amount" | "outcome">) => Promise<void>
  /** Describes each balance that differs from the expectation. `network` is the network of the step. */
  readonly wrongBalances: (
    expected: readonly BalanceExpected[],
    network: CaipNetworkId,
  ) => Promise<readonly string[]>
  /** Describes each allowance that differs from the expectation. */
  readonly wrongAllowances: (
    expected: readonly AllowanceExpected[],
    network: CaipNetworkId,
  ) => Promise<readonly string[]>
}

/** Starts the world from its genesis. @param control Base URL of a mock server's control API. */
export const openStoryWorld = async (where: {
  readonly control: string
  readonly projectId: string
  readonly networks: readonly CaipNetworkId[]
}): Promise<StoryWorld> => {
  const world = `${where.control}/worlds/${encodeURIComponent(where.projectId)}`
  await fetch(world, { method: "DELETE", redirect: "error" })

  const chains = new Map<CaipNetworkId, ChainWorld>()
  // Sequential, because each starts with a call that moves the world's clock.
  for (const network of where.networks)
    chains.set(network, await openChainWorld(makeWorldControl(world, network)))
  const on: StoryWorld["getChainWorld"] = (network) => {
    const chain = chains.get(network)
    if (chain === undefined) throw new StoryWorldFailed({ detail: `the world has no network ${network}` })
    return chain
  }

  const control = makeWorldControl(world, where.networks[0] ?? "eip155:1")
  const { call } = control
  const state = () => call("GET", "/state")
  const before = State.parse(await state()).chains

  const held = (all: typeof before, network: CaipNetworkId, address: string, symbol: string) => {
    const found = all
      .find(({ chainId }) => chainId === network)
      ?.accounts.find((account) => isSameText(account.address, address))
    return BigInt((symbol === on(network).currency.symbol ? found?.native : found?.tokens[symbol]) ?? "0")
  }

  return {
    state,
    getChainWorld: on,
    getNodeUrl: (network) => `${world}/rpc?${new URLSearchParams({ chainId: network })}`,
    phone: makePhoneControl(world),
    site: makeSiteControl(control),
    relay: async (what) => {
      await call("POST", "/relay", { do: what })
    },
    visitProvider: async (url, { amount, outcome }) => {
      for (const form of [{ do: "pay", choice: "0", amount }, { do: outcome }]) {
        const answer = await fetch(url, {
          method: "POST",
          body: new URLSearchParams({ ...form }),
          redirect: "manual",
        })
        if (answer.status !== 303) throw new StoryWorldFailed({ detail: `the page refused to ${form.do}` })
      }
    },
    setFaults: async (faults) => {
      await call("PUT", "/faults", { faults })
    },
    wrongBalances: async (expected, active) => {
      const after = State.parse(await state()).chains
      const wrong: string[] = []
      for (const { of, token, change, besidesFees, on: network = active } of expected) {
        const { getAddresses, getDecimals, fetchFees } = on(network)
        const decimals = getDecimals(token)
        let actual = 0n
        for (const address of getAddresses(of)) {
          actual += held(after, network, address, token) - held(before, network, address, token)
          if (besidesFees) actual += await fetchFees(address)
        }
        const wanted = Result.map(parseAmount(change.replace(/^[+-]/, ""), decimals), (units) =>
          change.startsWith("-") ? -units : units,
        )
        if (Result.isFailure(wanted) || wanted.success !== actual)
          wrong.push(
            `the balance of ${of} changed by ${formatAmount(actual, decimals)} ${token}, not ${change}`,
          )
      }
      return wrong
    },
    wrongAllowances: async (expected, network) => {
      const wrong: string[] = []
      const { allowance, getDecimals } = on(network)
      for (const { of, token, spender, is } of expected) {
        const decimals = getDecimals(token)
        const actual = await allowance(token, of, spender)
        if (actual !== toBaseUnits(is, decimals))
          wrong.push(`${spender} may spend ${formatAmount(actual, decimals)} ${token} of ${of}, not ${is}`)
      }
      return wrong
    },
  }
}

/** Compares two texts; hex without regard to case. */
const isSameText = (one: string, other: string) =>
  one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())

const openChainWorld = (control: WorldControl): Promise<ChainWorld> => {
  switch (toStoryChain(control.network)) {
    case "solana":
      return openSolanaWorld(control)
    case "bip122":
      return openBitcoinWorld(control)
    case "polkadot":
      return Promise.resolve(openPolkadotWorld())
    default:
      return openEvmWorld(control)
  }
}
