import type { CallsStatus, Standing } from "@wmodal/chains"
import { type EntryState, isSettled } from "./Ledger.ts"
import { hashOf, isShownByChain, moved, type Noted, sharpen, taken } from "./ledgerModel.ts"

/** The looks of late that all gave the same. */
export interface Streak {
  readonly tag: Standing["_tag"]
  readonly looks: number
  /** UTC milliseconds of the first. */
  readonly since: number
}

/** Looks that one lagging node cannot give by chance. */
const enough = 3
/** Milliseconds after which what no node has counts as dropped, and what no wallet knows as lost. */
const patience = 60_000

const isLong = ({ looks, since }: Streak, now: number) => looks >= enough && now - since >= patience

export const lengthened = (streak: Streak | null, { _tag }: Pick<Standing, "_tag">, now: number): Streak =>
  streak?.tag === _tag ? { ...streak, looks: streak.looks + 1 } : { tag: _tag, looks: 1, since: now }

/** What an entry is after a look at the chain. Gives back the same object where the look says nothing new. */
export const standingStep = (entry: Noted, standing: Standing, streak: Streak, now: number): Noted => {
  const { state } = entry
  const hash = hashOf(state)
  // What carries a batch may do well where the batch does not, and may give way to another that carries it.
  if (entry.batch !== undefined && (state._tag === "Reverted" || "by" in standing)) return entry
  // Nodes differ for a moment: what a chain has shown is not taken back at one look.
  if (isShownByChain(state) && standing._tag !== "Mined" && streak.looks < enough) return entry
  switch (standing._tag) {
    case "Missing":
      // What took its place was found by a search, and not to find it once more says little.
      if (state._tag === "Confirmed" || state._tag === "Reverted")
        return moved(entry, { _tag: "Sent", hash: state.hash }, entry.told)
      return state._tag === "Sent" && isLong(streak, now)
        ? moved(entry, { _tag: "Dropped", hash: state.hash }, entry.told)
        : entry
    case "Pending":
      return sharpen(
        moved(entry, { _tag: "Sent", hash: standing.hash }, entry.told && hash === standing.hash),
        standing.mark,
      )
    case "Mined": {
      const _tag = standing.succeeded ? "Confirmed" : "Reverted"
      const known = state._tag === _tag && state.hash === standing.hash ? state : null
      const [at, fee] = [standing.at ?? known?.at ?? null, standing.fee ?? known?.fee ?? null]
      const next: EntryState = { _tag, hash: standing.hash, at, fee }
      return moved(entry, next, entry.told && hash === standing.hash)
    }
    case "Replaced":
    case "Cancelled":
      // What a wallet did not send had no place.
      if (state._tag === "Declined" || state._tag === "NotSent") return entry
      return moved(entry, { _tag: standing._tag, hash, by: standing.by }, entry.told)
    case "Expired":
      if (state._tag === "Declined" || state._tag === "NotSent") return entry
      // Another tab may have the wallet's question open, and a wallet may give it more time.
      if (state._tag === "Asked" && !isLong(streak, now)) return entry
      return moved(entry, { _tag: "Expired", hash }, entry.told)
  }
}

/** What a batch is that its wallet does not know: what that had taken, and has forgotten, may have left all the same. */
export const forgottenStep = (entry: Noted, streak: Streak, now: number): Noted =>
  entry.state._tag === "Taken" && isLong(streak, now) ? moved(entry, { _tag: "Lost" }, false) : entry

/** What a batch is after its wallet was asked, under the id `asked`. Where the chain shows it, that has the word. */
export const batchStep = (entry: Noted, { hashes, status }: CallsStatus, asked: string): Noted => {
  const { state } = entry
  if (isShownByChain(state)) return entry
  if (status === "failed")
    return isSettled(state) ? entry : moved(entry, { _tag: "NotSent", text: "" }, false)
  const hash = hashes.at(-1)
  if (hash === undefined) return taken(entry, asked)
  if (status === "reverted" || status === "partlyReverted")
    return moved(entry, { _tag: "Reverted", hash, at: null, fee: null }, true)
  return hashOf(state) === hash ? entry : moved(entry, { _tag: "Sent", hash }, true)
}
