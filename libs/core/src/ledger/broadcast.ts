import { printableLine, TransferRefused } from "@wmodal/chains"
import type { BroadcastError } from "@wmodal/protocol"
import { Clock, Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { EntryState, Ledger } from "./Ledger.ts"
import type { Draft } from "./LedgerRoom.ts"
import { hashOf, moved } from "./ledgerModel.ts"
import type { Book } from "./makeBook.ts"
import type { Look } from "./makeLook.ts"
import { newEntry } from "./newEntry.ts"

/** Signed bytes that somebody brought. They are looked for by their hash from before they leave. */
export const broadcastIn =
  (
    { board }: { readonly board: Pick<Surroundings["board"], "connectedOn"> },
    book: Book,
    look: Look,
  ): Ledger["broadcast"] =>
  ({ network, raw }) =>
    Effect.gen(function* () {
      const { actions, asking } = yield* look.reach(network)
      const hash = actions.hashOf({ network: asking.network, raw })
      if (hash === null) return yield* new TransferRefused({ reason: { _tag: "Malformed" } })
      const at = yield* Clock.currentTimeMillis
      const sent: EntryState = { _tag: "Sent", hash }
      const holder = board.connectedOn(asking.network.chainNamespace)?.account.split(":")[2] ?? "unknown"
      const draft: Draft = {
        account: `${network}:${holder}`,
        network,
        connectorId: "",
        subject: { _tag: "Raw" },
        transaction: null,
        mark: null,
      }
      const entry = newEntry(draft, `raw-${hash}`, at, sent)
      const known = book
        .read()
        .find((one) => one.id === entry.id || (one.network === network && hashOf(one.state) === hash))
      const again = known !== undefined && known.state._tag !== "NotSent"
      const { id } = known ?? entry
      if (known === undefined) yield* book.change((all) => [entry, ...all])
      else if (!again) yield* book.changeOne(id, (now) => moved(now, sent, false))

      const failed = (error: TransferRefused | BroadcastError | EngineError) =>
        Effect.gen(function* () {
          const text = nothingLeft(error)
          if (text === null) return
          // What has left before may still be on its way, and so may what somebody has seen meanwhile.
          if (!again)
            yield* book.changeOne(id, (now) =>
              now.state._tag === "Sent" ? moved(now, { _tag: "NotSent", text }, false) : now,
            )
          return yield* Effect.fail(error)
        })
      const leaving = Effect.suspend(() => actions.broadcast({ ...asking, raw }))
      yield* Effect.catch(Effect.asVoid(surviving(leaving)), failed)
      return book.viewOf(book.of(id) ?? entry)
    })

/** Why, where it is certain; `null` where it may have left. */
const nothingLeft = (error: TransferRefused | BroadcastError | EngineError): string | null => {
  if (error._tag === "EngineError") return null
  if (error._tag === "TransferRefused") return ""
  switch (error.reason._tag) {
    case "Refused":
      return printableLine(error.reason.text, 200)
    case "NotSent":
      return ""
    case "Uncertain":
      return null
  }
}
