import type { FrameError } from "@wmodal/frame-rpc/host"
import { type CaipNetworkId, Clock, isSameAddress, type Namespace } from "@wmodal/protocol"
import { Effect, Result, Semaphore } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { FrameAccountType } from "./EmbeddedWallet.ts"
import { type FrameAccount, isSameUser, parseFrameNetwork } from "./FrameAccount.ts"
import type { FrameContext } from "./FrameContext.ts"
import type { FrameNetwork } from "./FrameNetwork.ts"
import { makeFrameUserClient, type NetworkUser, splitNetworkId } from "./FrameUserClient.ts"
import { malformedReplyError, signedOutError, toFrameConnectorReason } from "./frameErrors.ts"
import { usableNamespaces } from "./usableNamespaces.ts"

/** The user that a frame reported, before it is accepted. */
export interface DetectedUser {
  readonly first: NetworkUser
  /** The user on the host app's other chain, if the frame has an account there. */
  readonly others: readonly NetworkUser[]
  /** The sign-in generation in which it was detected. */
  readonly generation: number
}

/** The signed-in user: detection, change and end. */
export interface FrameSession {
  /** Records that a user signed in at the frame, possibly another one than before. */
  readonly onSignedIn: () => void
  /** Detects the user. Sends no request unless a user signed in before. `network`: `null` for the last used one. */
  readonly detectUser: (
    namespace: Namespace,
    network: CaipNetworkId | null,
  ) => Effect.Effect<DetectedUser, ConnectorReason>
  /** @returns whether the user was still valid, and is now accepted */
  readonly acceptUser: (found: DetectedUser) => boolean
  /** Restores the session of an earlier visit. */
  readonly restore: (namespace: Namespace) => Effect.Effect<void, ConnectorReason>
  /** Switches to the account on this network. */
  readonly switchNetwork: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  /** Brings the frame to this network, where it reports the account in use. Callers must hold the lock. */
  readonly ensureNetwork: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  readonly setAccountType: (type: FrameAccountType) => Effect.Effect<void, FrameError>
  readonly signOut: Effect.Effect<void, FrameError>
  /** Detects the user again. Locks the session if there is none, or another one. */
  readonly check: Effect.Effect<void>
  /** Ends the session of a frame that is gone; the stored user stays, for the next frame to check. */
  readonly lock: () => void
}

/** The time limit for the host app's other chain, in milliseconds. */
const otherChainTimeoutMs = 10_000

export const makeFrameSession = (room: FrameContext, place: FrameNetwork): FrameSession => {
  const { deps, request, store, accounts, approvalLock } = room
  const user = makeFrameUserClient(room, place)
  const inTurn = approvalLock.withPermits(1)
  const atTheDoor = Semaphore.makeUnsafe(1).withPermits(1)
  /** `true` once a user has signed in or was detected. */
  let isKnown = false
  let sitting = 0

  const over = (because: ConnectorReason | null) => {
    isKnown = false
    sitting += 1
    user.reset()
    accounts.end(because)
  }
  /** Ends the session after a failed check: the frame has no user, or another one. */
  const lock = () => {
    store.forget()
    over({ _tag: "Locked" })
  }

  /** Returns the last used network, or the host app's first. */
  const networkOf = (namespace: Namespace): CaipNetworkId | null => {
    const last = parseFrameNetwork(store.read().lastChain ?? "")
    const all = deps.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    return (all.find(({ caipNetworkId }) => caipNetworkId === last) ?? all[0])?.caipNetworkId ?? null
  }

  /**
   * Returns `true` if a user is signed in. A failed check forgets the user, whatever its cause; a replaced document is
   * no failure, because the new one is queried.
   */
  const isSignedIn: Effect.Effect<boolean, FrameError> = request("IS_CONNECTED", undefined).pipe(
    Effect.map(({ isConnected }) => isConnected),
    Effect.catch((error) => (error.reason._tag === "Said" ? Effect.succeed(false) : Effect.fail(error))),
    Effect.tap((is) =>
      Effect.sync(() => {
        if (!is) store.forget()
      }),
    ),
    Effect.tapError(({ reason }) =>
      Effect.sync(() => {
        if (reason._tag !== "Gone") store.forget()
      }),
    ),
  )

  const known: Effect.Effect<void, ConnectorReason> = Effect.suspend(() => {
    if (isKnown) return Effect.void
    if (!store.read().loginUsed) return failLocked
    return Effect.flatMap(Effect.mapError(isSignedIn, toFrameConnectorReason), (is) => {
      isKnown = is
      return is ? Effect.void : failLocked
    })
  })

  const settled = (namespace: Namespace, network: CaipNetworkId | null) =>
    network === null || splitNetworkId(network)[0] !== namespace
      ? failLocked
      : Effect.mapError(user.settle(network, "plain"), toFrameConnectorReason)

  const others = (but: Namespace) =>
    Effect.forEach(
      usableNamespaces(deps).filter((namespace) => namespace !== but),
      (namespace) => {
        const network = networkOf(namespace)
        return network === null
          ? Effect.succeed(undefined)
          : user.fetch(network, "plain").pipe(
              Clock.timeoutOrElse({
                duration: otherChainTimeoutMs,
                orElse: () => Effect.succeed(undefined),
              }),
              Effect.orElseSucceed(() => undefined),
            )
      },
    )

  /** Stores this account and keeps those of the other chains. */
  const stand = ({ account, email }: NetworkUser) => {
    if (email !== null) store.change({ email })
    accounts.set({ ...accounts.all(), [splitNetworkId(account.network)[0]]: account })
  }

  /** Requests the user again. Locks the session if the frame reports another one than the signed-in user. */
  const again = (
    before: FrameAccount,
    network: CaipNetworkId,
    asking: Effect.Effect<NetworkUser, FrameError>,
    isTheirs: (account: FrameAccount) => boolean = () => false,
  ) =>
    Effect.suspend(() => {
      const mine = sitting
      return Effect.flatMap(asking, (found) => {
        const { account } = found
        if (mine !== sitting) return Effect.fail(signedOutError())
        if (account.network !== network) return Effect.fail(malformedReplyError("GET_USER"))
        if (!isSameUser(before, account) && !isTheirs(account)) {
          lock()
          return Effect.fail(malformedReplyError("GET_USER"))
        }
        return Effect.sync(() => stand(found))
      })
    })

  /**
   * Runs the work once for all calls that arrive while it waits for the lock. @returns whether it ran, and its result
   */
  const onceMore = (permits: typeof inTurn, work: Effect.Effect<boolean>) => {
    let isDue = false
    const noLongerDue = Effect.sync(() => {
      isDue = false
    })
    return Effect.suspend(() => {
      if (isDue) return Effect.succeed(false)
      isDue = true
      return Effect.ensuring(permits(Effect.andThen(noLongerDue, work)), noLongerDue)
    })
  }

  /** Does not wait for the lock: its holder may wait for a prompt in a frame that now belongs to another user. */
  const seeWhetherStillIn = onceMore(
    Semaphore.makeUnsafe(1).withPermits(1),
    Effect.gen(function* () {
      if (accounts.session() === null) return false
      const mine = sitting
      const is = yield* Effect.result(isSignedIn)
      if (mine !== sitting || isFrameReplaced(is)) return false
      if (Result.isSuccess(is) && is.success) return true
      lock()
      return false
    }),
  )
  const lookWho = Effect.gen(function* () {
    const mine = sitting
    for (const before of Object.values(accounts.all())) {
      const looked = yield* Effect.result(again(before, before.network, user.fetch(before.network, "caip")))
      if (mine !== sitting || isFrameReplaced(looked)) return false
      if (Result.isFailure(looked)) {
        lock()
        return false
      }
    }
    return true
  })
  const seeWho = onceMore(inTurn, lookWho)

  const isStill = (account: FrameAccount) => {
    const before = accounts.get(splitNetworkId(account.network)[0])
    return before === null || isSameUser(before, account)
  }

  return {
    onSignedIn: () => {
      over(null)
      isKnown = true
      // Without an address or a name, that of the previous user must not be shown.
      store.change({ email: null, username: null })
    },
    detectUser: (namespace, wanted) =>
      inTurn(
        Effect.gen(function* () {
          yield* known
          const mine = sitting
          const first = yield* settled(namespace, wanted ?? networkOf(namespace))
          const all = yield* others(namespace)
          return { first, others: all.filter((one) => one !== undefined), generation: mine }
        }),
      ),
    acceptUser: ({ first, others, generation: then }) => {
      if (then !== sitting) return false
      const all = [first, ...others]
      // Without a new sign-in, the user must be the same as before.
      if (!all.every(({ account }) => isStill(account))) {
        lock()
        return false
      }
      store.change({
        loginUsed: true,
        lastChain: first.chain,
        lastEmailLogin: null,
        ...(first.email !== null && { email: first.email }),
      })
      accounts.set(
        Object.fromEntries(all.map(({ account }) => [splitNetworkId(account.network)[0], account])),
      )
      return true
    },
    restore: (namespace) =>
      inTurn(
        Effect.gen(function* () {
          if (accounts.get(namespace) !== null) return
          yield* known
          const mine = sitting
          const found = yield* settled(namespace, networkOf(namespace))
          if (mine !== sitting) return yield* failLocked
          stand(found)
        }),
      ),
    switchNetwork: (network) =>
      inTurn(
        Effect.gen(function* () {
          const before = accounts.get(splitNetworkId(network)[0])
          if (before === null) return yield* signedOutError()
          if (before.network === network) return
          yield* place.switchTo(network)
          yield* again(before, network, user.settle(network, "caip"))
        }),
      ),
    ensureNetwork: (network) =>
      Effect.gen(function* () {
        if (place.isOn(network)) return
        const before = accounts.get(splitNetworkId(network)[0])
        if (before === null) return yield* signedOutError()
        yield* place.switchTo(network)
        yield* again(before, network, user.fetch(network, "caip"))
      }),
    setAccountType: (type) =>
      inTurn(
        Effect.gen(function* () {
          const before = accounts.get("eip155")
          const preferred = yield* Effect.result(user.prefer(type))
          if (Result.isSuccess(preferred)) store.change({ accountType: type })
          if (before !== null)
            yield* again(
              before,
              before.network,
              user.fetch(before.network, "caip"),
              ({ address }) => Result.isSuccess(preferred) && isSameAddress(address, preferred.success),
            )
          if (Result.isFailure(preferred)) return yield* preferred.failure
        }),
      ),
    signOut: atTheDoor(
      Effect.suspend(() => {
        if (!isKnown && accounts.session() === null && !store.read().loginUsed) return Effect.void
        // This page forgets the user even when the site does not answer.
        return Effect.ensuring(
          Effect.asVoid(request("SIGN_OUT", undefined)),
          Effect.sync(() => {
            store.forget()
            over(null)
          }),
        )
      }),
    ),
    check: Effect.flatMap(seeWhetherStillIn, (is) => (is ? Effect.asVoid(seeWho) : Effect.void)),
    lock: () => over({ _tag: "Locked" }),
  }
}

const failLocked = Effect.fail<ConnectorReason>({ _tag: "Locked" })

/** Returns `true` if the frame's document was replaced during the request: the new one is queried once it is ready. */
const isFrameReplaced = (asked: Result.Result<unknown, FrameError>): boolean =>
  Result.isFailure(asked) && asked.failure.reason._tag === "Gone"
