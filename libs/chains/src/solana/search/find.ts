import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../../contract/Actions.ts"
import type { Sought, Standing } from "../../contract/Standing.ts"
import { type Place, placeIn } from "../mark.ts"
import { blockhashLife, readEpoch } from "../payment/blockhash.ts"
import { decimal } from "../payment/Terms.ts"
import { isDurable } from "../program/durable.ts"
import { decodeTransaction, type Transaction } from "../wire/Transaction.ts"
import { type Known, type Landed, readLanded, readOldest, readSignatures, readStatus } from "./landed.ts"
import { sameAs } from "./sameAs.ts"

/**
 * By signature where there is one, then by what the sender has signed since the mark. All of it from one node, and its
 * newest final block first: whatever that block is too late for is in one of those that are looked through afterwards,
 * or in none.
 */
export const find: Actions["find"] = Effect.fnUntraced(function* ({ rpc, sought }) {
  const node = yield* rpc.pin
  const final = yield* readEpoch(node, "finalized")
  const wanted = decodeTransaction(sought.transaction?.["transaction"] ?? "")
  const place = placeIn(sought.mark)
  const { hash } = sought
  const named = hash === null || !isSignature(hash) ? null : yield* byName(node, hash)
  const isOther = named !== null && isAnothers(named, wanted, place)
  if (named?.known.status != null && hash !== null && !isOther)
    return standingOf(hash, named.known.tip, named.known.status, named.landed)

  if (place === null || sought.from === "") return missing
  const since = yield* readSignatures(node, {
    account: sought.from,
    since: place.slot,
    known: final.slot,
  })
  const others =
    since?.filter((signature) => !(sought.taken.includes(signature) || (isOther && signature === hash))) ?? []
  const { found, isCertain } = yield* sameIn(node, others.slice(0, most), wanted)
  if (found !== null) {
    const { known, landed } = yield* byName(node, found)
    return known.status === null ? missing : standingOf(found, known.tip, known.status, landed)
  }

  const last = lastHeight(sought, wanted, place)
  if (last === null || isOther || since === null || others.length > most || !isCertain) return missing
  const isLate = final.height > last + (hash === null ? patience : blockhashLife)
  // A node that lags behind, or has forgotten, has not looked.
  if (!isLate || (named !== null && named.known.tip < final.slot)) return missing
  const oldest = yield* readOldest(node)
  return oldest !== null && oldest <= place.slot ? expired : missing
})

const missing: Standing = { _tag: "Missing" }
const expired: Standing = { _tag: "Expired" }

/** Transactions of one account that are looked through in one go. */
const most = 64

/**
 * Blocks, about half an hour, after which a wallet that has not told what it signed is taken to have signed nothing: one
 * that puts a newer blockhash into what it is asked for may still be asking until then. One that has told may have done
 * so too, and that blockhash has a life of its own.
 */
const patience = 4_500n

/** Milliseconds, fewer than any block takes. */
const quickest = 250n

/**
 * The last height at which it can land, under the blockhash that it was made with or the newest that there was when the
 * wallet answered: wallets put that in, and somebody may have looked at it for long. `null` where it can for ever.
 */
const lastHeight = (sought: Sought, wanted: Transaction | null, place: Place): bigint | null => {
  if (wanted === null || isDurable(wanted.message)) return null
  const named = decimal(sought.transaction?.["lastValidBlockHeight"]) ?? 0n
  const newest = place.height + place.waited / quickest + blockhashLife
  return named > newest ? named : newest
}

interface Named {
  readonly known: Known
  readonly landed: Landed | null
}

const byName = (node: Rpc, signature: string): Effect.Effect<Named, RpcError> =>
  Effect.map(
    Effect.all([readStatus(node, signature), readLanded(node, signature)], { concurrency: "unbounded" }),
    ([known, landed]) => ({ known, landed }),
  )

const isSignature = (text: string) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)

/** A wallet has named the signature of something else: it does something else, or was there before it was asked. */
const isAnothers = ({ known, landed }: Named, wanted: Transaction | null, place: Place | null): boolean =>
  (landed?.transaction != null && wanted !== null && sameAs(landed.transaction, wanted) === null) ||
  (known.status !== null &&
    place !== null &&
    known.status.slot < place.slot &&
    // Else the chain has begun anew, as those of tests do.
    place.slot <= known.tip)

/** The one that is the same to the byte, else the oldest that does the same. Certain where a node has told of each. */
const sameIn = Effect.fnUntraced(function* (
  node: Rpc,
  signatures: readonly string[],
  wanted: Transaction | null,
): Effect.fn.Return<{ readonly found: string | null; readonly isCertain: boolean }, RpcError> {
  if (wanted === null) return { found: null, isCertain: false }
  const all = yield* Effect.forEach(
    signatures,
    (signature) =>
      Effect.map(readLanded(node, signature), (landed) => ({
        signature,
        isTold: landed !== null,
        same: landed?.transaction == null ? null : sameAs(landed.transaction, wanted),
      })),
    { concurrency: 8 },
  )
  const found = all.find(({ same }) => same === "bytes") ?? all.find(({ same }) => same === "deeds")
  return { found: found?.signature ?? null, isCertain: all.every(({ isTold }) => isTold) }
})

const standingOf = (
  hash: string,
  tip: bigint,
  { isSure, slot, succeeded }: NonNullable<Known["status"]>,
  landed: Landed | null,
): Standing =>
  isSure
    ? {
        _tag: "Mined",
        hash,
        succeeded,
        block: slot,
        at: landed?.at ?? null,
        fee: landed?.fee ?? null,
        confirmations: Math.max(1, Number(tip - slot) + 1),
      }
    : { _tag: "Pending", hash }
