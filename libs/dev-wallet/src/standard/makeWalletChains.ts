import { Effect } from "effect"
import * as z from "zod/mini"
import { internalError, invalidParamsError, type ProviderError, unauthorizedError } from "../ProviderError.ts"
import { makeRequireApprovalOnce, requireApproval, type WalletAccess } from "../WalletAccess.ts"
import type { WalletChain, WalletChainAccess, WalletChainAddress, WalletChainMethod } from "./WalletChain.ts"
import { maxOrigins, type WalletChainStates } from "./WalletChainStates.ts"

/** The non-EVM part of a dev wallet. */
export interface WalletChains {
  /** Returns `null` for methods of other chains. */
  readonly answer: (
    origin: string,
    method: string,
    params: readonly unknown[],
  ) => Effect.Effect<unknown, ProviderError> | null
  /** Returns the addresses that an origin may see in a state, on all chains. */
  readonly shared: (origin: string, state: WalletState) => readonly WalletChainAddress[]
  /** Returns the state in which the account of this address is selected, or `null` for an unknown address. */
  readonly withSelected: (address: string) => WalletChainStates | null
  /** Returns the state without an origin's permissions. */
  readonly withoutOrigin: (origin: string) => WalletChainStates
  readonly features: readonly string[]
  readonly chains: readonly string[]
}

export interface WalletState {
  readonly locked: boolean
  readonly sides?: WalletChainStates
}

const connectOptions = z.object({ silent: z.optional(z.boolean()) })
const purposesParams = z.object({ purposes: z.array(z.enum(["payment", "ordinals"])).check(z.minLength(1)) })

export const makeWalletChains = (wallet: {
  readonly sides: readonly WalletChain[]
  /** Leaves sending to the dApp. */
  readonly signOnly: boolean
  readonly approve: WalletAccess["approve"]
  readonly state: () => WalletState
  readonly update: (change: { readonly locked?: false; readonly sides: WalletChainStates }) => void
}): WalletChains => {
  const approvedOnce = makeRequireApprovalOnce(wallet)
  const methods = new Map<string, WalletChainMethod>()

  const stateOf = ({ accounts, name }: WalletChain, { sides }: WalletState) => {
    const stored = sides?.[name]
    const account = accounts.find(({ addresses }) => addresses[0].address === stored?.account) ?? accounts[0]
    return { account, origins: stored?.origins ?? [] }
  }
  const changed = (side: WalletChain, change: Partial<ReturnType<typeof stateOf>>): WalletChainStates => {
    const { account, origins } = { ...stateOf(side, wallet.state()), ...change }
    return { ...wallet.state().sides, [side.name]: { account: account.addresses[0].address, origins } }
  }
  const sharedBy = (side: WalletChain, origin: string, state: WalletState): readonly WalletChainAddress[] => {
    const { account, origins } = stateOf(side, state)
    return state.locked || !origins.includes(origin) ? [] : account.addresses
  }

  const accessOf = (side: WalletChain): WalletChainAccess => {
    const shared: WalletChainAccess["shared"] = (origin) => sharedBy(side, origin, wallet.state())
    const mayUse: WalletChainAccess["requireShared"] = (origin, addresses) =>
      Effect.suspend(() => {
        if (wallet.state().locked) return Effect.fail(unauthorizedError("The wallet is locked."))
        const seen = new Set(shared(origin).map(({ address }) => address))
        return addresses.every((address) => seen.has(address))
          ? Effect.void
          : Effect.fail(unauthorizedError("This account is not shared with this dApp."))
      })
    return {
      locked: () => wallet.state().locked,
      selected: () => stateOf(side, wallet.state()).account,
      shared,
      requireShared: mayUse,
      requireApproval: (request, addresses) =>
        Effect.andThen(requireApproval(wallet, request), mayUse(request.origin, addresses)),
      requireConnection: Effect.fnUntraced(function* (request) {
        const shown = stateOf(side, wallet.state()).account
        yield* approvedOnce(`connect ${side.name}`, request)
        // Only an approval request that announced unlocking may unlock.
        if (wallet.state().locked && !request.locked) return yield* unauthorizedError("The wallet is locked.")
        // Only the account that was shown may be shared.
        if (stateOf(side, wallet.state()).account !== shown) {
          return yield* unauthorizedError("Another account has been selected since.")
        }
        const { origins } = stateOf(side, wallet.state())
        const others = origins.filter((other) => other !== request.origin)
        wallet.update({
          locked: false,
          sides: changed(side, { origins: [...others, request.origin].slice(-maxOrigins) }),
        })
      }),
    }
  }

  const connect = Effect.fnUntraced(function* (
    side: WalletChain,
    access: WalletChainAccess,
    origin: string,
    wanted: (address: WalletChainAddress) => boolean,
  ) {
    if (access.shared(origin).length === 0) {
      yield* access.requireConnection({
        _tag: "ConnectAddresses",
        origin,
        on: side.title,
        // All addresses that the dApp may see from then on, regardless of the requested purposes.
        addresses: access
          .selected()
          .addresses.map(({ address, purpose }) => ({ address, ...(purpose && { purpose }) })),
        locked: access.locked(),
      })
    }
    return { accounts: access.shared(origin).filter(wanted) }
  })

  const forget = (side: WalletChain, origin: string) =>
    changed(side, { origins: stateOf(side, wallet.state()).origins.filter((other) => other !== origin) })
  const disconnect =
    (side: WalletChain): WalletChainMethod =>
    (origin) =>
      Effect.sync(() => {
        wallet.update({ sides: forget(side, origin) })
        return null
      })

  for (const side of wallet.sides) {
    const access = accessOf(side)
    for (const [name, method] of Object.entries(side.methods(access))) {
      if (!wallet.signOnly || !name.endsWith(":signAndSendTransaction")) methods.set(name, method)
    }
    // `standard:connect` shares the first chain; a chain with its own connect feature uses that one.
    if (side === wallet.sides[0]) {
      methods.set("standard:connect", (origin, [input]) => {
        const parsed = connectOptions.safeParse(input ?? {})
        if (!parsed.success) return Effect.fail(invalidParamsError("{ silent? }"))
        // Accounts that any chain shares already, because Bitcoin's connect feature has no silent mode.
        const shared = Effect.sync(() => ({
          accounts: wallet.sides.flatMap((one) => sharedBy(one, origin, wallet.state())),
        }))
        return parsed.data.silent === true
          ? shared
          : Effect.andThen(
              connect(side, access, origin, () => true),
              shared,
            )
      })
      methods.set("standard:disconnect", disconnect(side))
    }
    if (side.name === "polkadot") {
      methods.set("polkadot:connect", (origin) => connect(side, access, origin, () => true))
      methods.set("polkadot:disconnect", disconnect(side))
    }
    if (side.name === "bitcoin") {
      methods.set("bitcoin:connect", (origin, [input]) => {
        const parsed = purposesParams.safeParse(input)
        if (!parsed.success)
          return Effect.fail(invalidParamsError('{ purposes: ("payment" | "ordinals")[] }'))
        const { purposes } = parsed.data
        return Effect.map(
          connect(side, access, origin, ({ purpose }) => purpose !== undefined && purposes.includes(purpose)),
          ({ accounts }) => ({
            accounts: purposes.flatMap((wanted) => accounts.filter(({ purpose }) => purpose === wanted)),
          }),
        )
      })
      methods.set("bitcoin:disconnect", disconnect(side))
    }
  }

  const features = [...methods.keys()]
  if (features.includes("standard:connect")) features.push("standard:events")
  if (features.includes("bitcoin:connect")) features.push("bitcoin:events")
  const chains = wallet.sides.flatMap(({ networks }) => networks.map(({ chain }) => chain))
  if (wallet.sides.length > 0) {
    methods.set("standard:describe", () => Effect.succeed({ features, chains }))
  }

  return {
    answer: (origin, method, params) => {
      const answering = methods.get(method)
      if (answering === undefined) return null
      return Effect.catchDefect(
        Effect.suspend(() => answering(origin, params)),
        () => Effect.fail(internalError("The wallet could not handle the request.")),
      )
    },
    shared: (origin, state) => wallet.sides.flatMap((side) => sharedBy(side, origin, state)),
    withSelected: (address) => {
      for (const side of wallet.sides) {
        const account = side.accounts.find((one) => one.addresses.some((own) => own.address === address))
        if (account !== undefined) return changed(side, { account })
      }
      return null
    },
    withoutOrigin: (origin) =>
      wallet.sides.reduce<WalletChainStates>(
        (states, side) => ({ ...states, [side.name]: forget(side, origin)[side.name] }),
        wallet.state().sides ?? {},
      ),
    features,
    chains,
  }
}
