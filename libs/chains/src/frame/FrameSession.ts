import type { FrameError } from "@wmodal/frame-rpc/host"
import { type CaipNetworkId, isSameAddress, type Namespace } from "@wmodal/protocol"
import { Effect, Result, Semaphore } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { FrameAccountType } from "./EmbeddedWallet.ts"
import { type FrameAccount, isSameUser, parseFrameNetwork } from "./FrameAccount.ts"
import type { FrameContext } from "./FrameContext.ts"
import type { FrameNetwork } from "./FrameNetwork.ts"
import { makeFrameUserClient, type NetworkUser, splitNetworkId } from "./FrameUserClient.ts"
import { malformedReplyError, signedOutError, toFrameConnectorReason } from "./frameErrors.ts"
import { usableNamespaces } from "./usableNamespaces.ts"

/** Who a frame says is there, not taken up yet. */
export interface DetectedUser {
  readonly first: NetworkUser
  /** On the page's other chain, where the frame has something there. */
  readonly others: readonly NetworkUser[]
  /** Between which signing in and out it was found. */
  readonly generation: number
}

/** Who is signed in: how it is found out, changed and ended. */
export interface FrameSession {
  /** A person has signed in at the frame, whoever was there before. */
  readonly onSignedIn: () => void
  /** Asks the frame nothing where nobody has signed in. `network`: `null` for the one used last. */
  readonly detectUser: (
    namespace: Namespace,
    network: CaipNetworkId | null,
  ) => Effect.Effect<DetectedUser, ConnectorReason>
  /** @returns whether it still holds, and stands now */
  readonly acceptUser: (found: DetectedUser) => boolean
  /** What stood on an earlier visit stands again. */
  readonly restore: (namespace: Namespace) => Effect.Effect<void, ConnectorReason>
  /** The account in use is one on this network from then on. */
  readonly switchNetwork: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  /** The frame is on this network, and knows which account is in use there. To be used in turn. */
  readonly ensureNetwork: (network: CaipNetworkId) => Effect.Effect<void, FrameError>
  readonly setAccountType: (type: FrameAccountType) => Effect.Effect<void, FrameError>
  readonly signOut: Effect.Effect<void, FrameError>
  /** Looks again who is there: it is locked where that is nobody, or somebody else. */
  readonly check: Effect.Effect<void>
  readonly lock: () => void
}

/** Milliseconds that the page's other chain may take. */
const otherChainTimeoutMs = 10_000

export const makeFrameSession = (room: FrameContext, place: FrameNetwork): FrameSession => {
  const { deps, request, store, accounts, approvalLock } = room
  const user = makeFrameUserClient(room, place)
  const inTurn = approvalLock.withPermits(1)
  const atTheDoor = Semaphore.makeUnsafe(1).withPermits(1)
  /** Somebody has signed in, or was found to be. */
  let isKnown = false
  let sitting = 0

  const over = (because: ConnectorReason | null) => {
    isKnown = false
    sitting += 1
    user.reset()
    accounts.end(because)
  }
  const lock = () => over({ _tag: "Locked" })

  /** The one used last, or the page's first. */
  const networkOf = (namespace: Namespace): CaipNetworkId | null => {
    const last = parseFrameNetwork(store.read().lastChain ?? "")
    const all = deps.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    return (all.find(({ caipNetworkId }) => caipNetworkId === last) ?? all[0])?.caipNetworkId ?? null
  }

  /** Whether somebody is signed in. A frame that is not there says nothing of it: what is remembered stays then. */
  const isSignedIn: Effect.Effect<boolean, FrameError> = request("IS_CONNECTED", undefined).pipe(
    Effect.map(({ isConnected }) => isConnected),
    Effect.catch((error) => (error.reason._tag === "Said" ? Effect.succeed(false) : Effect.fail(error))),
    Effect.tap((is) =>
      Effect.sync(() => {
        if (!is) store.forget()
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
              Effect.timeoutOrElse({
                duration: otherChainTimeoutMs,
                orElse: () => Effect.succeed(undefined),
              }),
              Effect.orElseSucceed(() => undefined),
            )
      },
    )

  /** What stands there now, beside what stands elsewhere. */
  const stand = ({ account, email }: NetworkUser) => {
    if (email !== null) store.change({ email })
    accounts.set({ ...accounts.all(), [splitNetworkId(account.network)[0]]: account })
  }

  /** Another person than the one who signed in here is not taken for them. */
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

  /** However often it is asked for while it waits for its turn, it is done once more. @returns whether it was, and how */
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

  /** Waits for no turn: whoever has it may wait for a person, in a frame that is somebody else's by now. */
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
      // Whoever has no address, or no name, is not called by that of who was there before.
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
      // Who has not signed in anew is the same person as before.
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
        return Effect.map(request("SIGN_OUT", undefined), () => {
          store.forget()
          over(null)
        })
      }),
    ),
    check: Effect.flatMap(seeWhetherStillIn, (is) => (is ? Effect.asVoid(seeWho) : Effect.void)),
    lock,
  }
}

const failLocked = Effect.fail<ConnectorReason>({ _tag: "Locked" })

/** Whoever was asked is there no more: who comes next is asked as soon as it is there. */
const isFrameReplaced = (asked: Result.Result<unknown, FrameError>): boolean =>
  Result.isFailure(asked) && asked.failure.reason._tag === "Gone"
