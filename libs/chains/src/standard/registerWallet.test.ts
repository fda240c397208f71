import { describe, expect, it } from "vitest"
import { registerWallet } from "./registerWallet.ts"
import type { StandardWallet } from "./StandardWallet.ts"

const wallet: StandardWallet = {
  version: "1.0.0",
  name: "Test wallet",
  icon: "data:image/png,x",
  chains: ["solana:mainnet"],
  features: {},
  accounts: [],
}

/** A page that discovers wallets, like `@wallet-standard/app`. */
const page = (target: EventTarget) => {
  const found = new Set<unknown>()
  const api = {
    register: (...wallets: readonly unknown[]) => {
      for (const one of wallets) found.add(one)
      return () => {
        for (const one of wallets) found.delete(one)
      }
    },
  }
  target.addEventListener("wallet-standard:register-wallet", (event) => {
    if ("detail" in event && typeof event.detail === "function") event.detail(api)
  })
  target.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail: api }))
  return found
}

describe("registerWallet", () => {
  it("registers with earlier and later listeners", () => {
    const target = new EventTarget()
    const earlier = page(target)
    const end = registerWallet(target, wallet)
    const later = page(target)
    expect([[...earlier], [...later]]).toEqual([[wallet], [wallet]])
    end()
    expect([[...earlier], [...later], [...page(target)]]).toEqual([[], [], []])
  })

  it("ignores malformed pages", () => {
    const target = new EventTarget()
    const throwing = {
      register: () => {
        throw new Error("No more wallets")
      },
    }
    const end = registerWallet(target, wallet)
    for (const detail of [null, "page", {}, { register: 1 }, throwing, { register: () => "nothing" }]) {
      target.dispatchEvent(new CustomEvent("wallet-standard:app-ready", { detail }))
    }
    target.dispatchEvent(new Event("wallet-standard:app-ready"))
    expect([...page(target)]).toEqual([wallet])
    expect(end).not.toThrow()
  })
})
