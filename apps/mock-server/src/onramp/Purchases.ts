import { Failed } from "../http/Failed.ts"
import { perWorld } from "../world/perWorld.ts"
import { RecentMap } from "../world/RecentMap.ts"
import type { World } from "../world/World.ts"
import { deliver } from "./deliver.ts"
import type { Progress, Purchase } from "./Purchase.ts"
import { rateOf, readPayment } from "./payment.ts"
import { quoteOf } from "./Quote.ts"

/** Everything that is bought in one world. Each step throws `Failed` for a purchase that is not there or not so far. */
export interface Purchases {
  /** Oldest first. */
  readonly all: () => readonly Purchase[]
  readonly open: (purchase: Omit<Purchase, "id" | "progress">) => Purchase
  readonly find: (id: string) => Purchase
  /** `choice` is a place in `choices`, `amount` a decimal number of US dollars. */
  readonly pay: (id: string, order: { readonly choice: number; readonly amount: string }) => void
  /** Moves the money on the chain, once. */
  readonly deliver: (id: string) => Promise<void>
  /** The money does not come. */
  readonly fail: (id: string) => void
}

const makePurchases = (world: World): Purchases => {
  const byId = new RecentMap<string, Purchase>()

  const find = (id: string): Purchase => {
    const purchase = byId.get(id)
    if (purchase === undefined)
      throw new Failed({ status: 404, field: "id", description: "No such purchase" })
    return purchase
  }

  const proceed = (id: string, progress: Progress) => {
    byId.set(id, { ...find(id), progress })
  }

  const waiting = (id: string) => {
    const { progress } = find(id)
    if (progress._tag !== "Paid" || progress.delivering) throw notNow()
    return progress
  }

  return {
    all: () => [...byId.values()],
    open: (purchase) => {
      const id = world.random("onramp").uuid()
      const opened = { ...purchase, id, progress: { _tag: "Open" } } as const
      byId.set(id, opened)
      return opened
    },
    find,
    pay: (id, { choice: place, amount }) => {
      const { choices, progress } = find(id)
      if (progress._tag !== "Open") throw notNow()
      const choice = choices[place]
      if (choice === undefined)
        throw new Failed({ status: 400, field: "choice", description: "No such choice" })
      const quote = quoteOf(choice.asset, { total: readPayment(amount), rate: rateOf("USD") })
      proceed(id, { _tag: "Paid", paid: { choice, quote, at: world.now() }, delivering: false })
    },
    deliver: async (id) => {
      const progress = waiting(id)
      proceed(id, { ...progress, delivering: true })
      try {
        const hash = await deliver(world, progress.paid)
        proceed(id, { _tag: "Delivered", paid: progress.paid, hash })
      } catch (error) {
        proceed(id, progress)
        throw error
      }
    },
    fail: (id) => proceed(id, { _tag: "Failed", paid: waiting(id).paid }),
  }
}

const notNow = () => new Failed({ status: 400, field: "do", description: "Not a step of this purchase now" })

export const purchasesOf = perWorld(makePurchases)
