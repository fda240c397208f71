import { ConnectorError, sanitizeLine, TransferRejected } from "@wmodal/chains"
import { type BroadcastError, Clock, hasKey, toPlainAddress } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { ignoreFailure } from "../effects/ignoreFailure.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { LoadedChain } from "../services/loadChain.ts"
import { type EntryState, isSettled, type Ledger } from "./Ledger.ts"
import type { EntryDraft, SubmissionResult } from "./LedgerWriter.ts"
import { getHash, makeEntry, withSigned, withState } from "./ledgerModel.ts"
import type { ChainLookup } from "./makeChainLookup.ts"
import type { LedgerStore } from "./makeLedgerStore.ts"
import type { StoredEntry } from "./StoredEntry.ts"

/**
 * Broadcasts signed bytes from outside the engine. They are looked up from before the broadcast, by their hash and by
 * what they say of themselves.
 */
export const makeBroadcast =
  (
    { board }: { readonly board: Pick<EngineServices["board"], "getConnected"> },
    book: LedgerStore,
    look: ChainLookup,
    scope: Scope.Scope,
  ): Ledger["broadcast"] =>
  ({ network, raw }) =>
    Effect.gen(function* () {
      const chain = yield* look.reach(network)
      const hash = yield* getTransactionHash(chain, raw)
      const at = yield* Clock.currentTimeMillis
      const given: EntryState = { _tag: "Unanswered", hash }
      const find = () =>
        book
          .read()
          .find((one) => one.id === `raw-${hash}` || (one.network === network && getHash(one.state) === hash))
      const mark = find() === undefined ? yield* takeMark(chain, raw) : null
      const connected = board.getConnected(chain.asking.network.chainNamespace)
      const holder = connected === null ? "unknown" : toPlainAddress(connected.account)
      const draft: EntryDraft = {
        account: `${network}:${holder}`,
        network,
        connectorId: "",
        subject: { _tag: "Raw" },
        transaction: null,
        mark,
      }
      const entry = { ...makeEntry(draft, `raw-${hash}`, at, given), raw }
      const known = find()
      const again = known !== undefined && known.state._tag !== "NotSent"
      const { id } = known ?? entry
      if (known === undefined) yield* book.change((all) => [entry, ...all])
      else if (!again) yield* book.changeOne(id, (now) => withState({ ...now, raw }, given, false))
      // A transaction that was sent before may still be pending, and may have been found meanwhile.
      const isTaken = yield* Effect.tapError(sendTransactionOnce(chain, raw), (error) =>
        again ? Effect.void : revertToUnsent(book, id, toNotSentState(describeUnsentError(error))),
      )
      yield* afterBroadcast({ book, chain, hash, id, raw, scope }, isTaken)
      return book.toView(book.get(id) ?? entry)
    })

export type BroadcastResult = Omit<SubmissionResult, "entry">

/** Broadcasts the bytes that a wallet signed for an entry. `unless`: its state if certainly nothing was sent. */
export const makeBroadcastSigned =
  (book: LedgerStore, look: ChainLookup, scope: Scope.Scope) =>
  (
    { connectorId, id, network }: Pick<StoredEntry, "connectorId" | "id" | "network">,
    raw: string,
    unless: (said: string) => EntryState = toNotSentState,
  ) =>
    Effect.gen(function* () {
      const chain = yield* look.reach(network)
      const hash = yield* getTransactionHash(chain, raw)
      const { mark } = yield* chain.actions.readSigned({ network: chain.asking.network, raw })
      // The bytes are recorded before they leave: another process can send them again when this one has died.
      const before = book.get(id)
      yield* book.changeOne(id, (now) =>
        withState(
          withSigned(now, { raw, mark: { ...now.mark, ...mark } }),
          { _tag: "Unanswered", hash },
          true,
        ),
      )
      const isTaken = yield* Effect.tapError(sendTransactionOnce(chain, raw), (error) =>
        Effect.andThen(
          revertToUnsent(book, id, unless(describeUnsentError(error))),
          restoreSigned(book, { hash, raw }, before),
        ),
      )
      yield* afterBroadcast({ book, chain, hash, id, raw, scope }, isTaken)
      return { outcome: { _tag: "Sent", hash } as const }
    }).pipe(
      Effect.catch((problem) => {
        const reason =
          problem._tag === "TransferRejected" && problem.reason._tag === "Malformed"
            ? ({ _tag: "Malformed", what: "a signed transaction" } as const)
            : ({
                _tag: "Failed",
                code: null,
                text: problem._tag === "EngineError" ? "" : describeUnsentError(problem),
              } as const)
        const error = new ConnectorError({ connectorId, reason })
        return Effect.succeed<BroadcastResult>({ outcome: { _tag: "NotSent", error }, unsent: problem })
      }),
    )

/** Takes the checkpoint of signed bytes. Without a node, what they say of themselves is all there is. */
const takeMark = ({ actions, asking }: LoadedChain, raw: string) =>
  Effect.gen(function* () {
    const { from, mark } = yield* actions.readSigned({ network: asking.network, raw })
    const taking = catchDefects(Effect.suspend(() => actions.takeCheckpoint({ ...asking, from: from ?? "" })))
    return { ...(yield* Effect.orElseSucceed(taking, () => ({}))), ...mark }
  })

interface LeftBytes {
  readonly book: LedgerStore
  readonly chain: LoadedChain
  readonly hash: string
  readonly id: string
  readonly raw: string
  readonly scope: Scope.Scope
}

/** Records that a node has accepted the bytes, or sends them again until one has. */
const afterBroadcast = ({ book, chain, hash, id, raw, scope }: LeftBytes, isTaken: boolean) => {
  if (isTaken) return recordAccepted(book, id, hash)
  const isSought = () => {
    const state = book.get(id)?.state
    return state?._tag === "Unanswered" && state.hash === hash
  }
  return Effect.forkIn(resendTransaction(chain, raw, isSought, recordAccepted(book, id, hash)), scope)
}

/** Sets the state to accepted, unless more is known already. */
const recordAccepted = (book: LedgerStore, id: string, hash: string) =>
  book.changeOne(id, (now) =>
    now.state._tag === "Unanswered" && now.state.hash === hash
      ? withState(now, { _tag: "Sent", hash }, now.told)
      : now,
  )

const getTransactionHash = ({ actions, asking: { network } }: LoadedChain, raw: string) => {
  const hash = actions.toTransactionHash({ network, raw })
  return hash === null
    ? Effect.fail(new TransferRejected({ reason: { _tag: "Malformed" } }))
    : Effect.succeed(hash)
}

/** Milliseconds until bytes with an unknown broadcast outcome are sent again. */
const resendDelaysMs = [5_000, 20_000, 60_000] as const

/** Broadcasts the bytes again, because only this engine has them. A second broadcast of the same bytes is safe. */
const resendTransaction = (
  chain: LoadedChain,
  raw: string,
  isSought: () => boolean,
  accepted: Effect.Effect<void>,
) =>
  Effect.forEach(
    resendDelaysMs,
    (pause) =>
      Clock.delay(
        Effect.suspend(() => (isSought() ? resendOnce(chain, raw, accepted) : Effect.void)),
        pause,
      ),
    { discard: true },
  )

/** A refusal is no news: an earlier broadcast may have been accepted. */
const resendOnce = (chain: LoadedChain, raw: string, accepted: Effect.Effect<void>) =>
  Effect.flatMap(
    Effect.orElseSucceed(sendTransactionOnce(chain, raw), () => false),
    (isTaken) => (isTaken ? accepted : Effect.void),
  )

/** Broadcasts the recorded bytes of an unsettled entry again. Its lookup tells what becomes of them. */
export const resendRecorded = (book: LedgerStore, look: ChainLookup, id: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    const entry = book.get(id)
    if (entry?.raw === undefined || isSettled(entry.state)) return Effect.void
    const { network, raw, state } = entry
    const accepted = recordAccepted(book, id, getHash(state) ?? "")
    return ignoreFailure(Effect.flatMap(look.reach(network), (chain) => resendOnce(chain, raw, accepted)))
  })

/** Fails if certainly nothing was sent this time. @returns whether the broadcast is certain. */
const sendTransactionOnce = (
  { actions, asking }: LoadedChain,
  raw: string,
): Effect.Effect<boolean, UnsentError> =>
  catchDefects(Effect.suspend(() => actions.broadcast({ ...asking, raw }))).pipe(
    Effect.as(true),
    Effect.catch((error) => (isUnsentError(error) ? Effect.fail(error) : Effect.succeed(false))),
  )

type UnsentError = TransferRejected | BroadcastError

const isUnsentError = (error: UnsentError | EngineError): error is UnsentError =>
  error._tag === "TransferRejected" || (error._tag === "BroadcastError" && error.reason._tag !== "Uncertain")

/** Sets the state back, unless the transaction was found meanwhile. */
const revertToUnsent = (book: LedgerStore, id: string, state: EntryState) =>
  book.changeOne(id, (now) => (now.state._tag === "Unanswered" ? withState(now, state, false) : now))

/**
 * Restores the bytes and the checkpoint of a transaction that refused bytes were to replace: they may never leave again.
 * The first bytes of a payment stay, because they tell more of it.
 */
const restoreSigned = (
  book: LedgerStore,
  refused: { readonly hash: string; readonly raw: string },
  before: StoredEntry | null,
) =>
  before === null || getHash(before.state) === null
    ? Effect.void
    : book.changeOne(before.id, (now) =>
        // The chain may have them all the same.
        now.raw !== refused.raw || getHash(now.state) === refused.hash ? now : withSigned(now, before),
      )

const toNotSentState = (text: string): EntryState => ({ _tag: "NotSent", text })

/** Returns the message of the chain. */
const describeUnsentError = ({ reason }: UnsentError): string =>
  hasKey(reason, "text") ? sanitizeLine(reason.text, 200) : ""
