import { decodeBase64, encodeBase64 } from "@wmodal/chains/internal"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { DevProvider } from "../DevProvider.ts"
import { getFeature, setupStandardWallet } from "../testing/setupStandardWallet.ts"
import { makeStandardWallet } from "./makeStandardWallet.ts"

const face = { name: "Test wallet", icon: "data:image/png,x" }

/** A connection to a wallet with scripted responses. */
const scripted = (answers: Readonly<Record<string, unknown>>) => {
  const asked: { method: string; params?: unknown }[] = []
  let emit: (value: unknown) => void = () => {}
  const provider: DevProvider = {
    request: async (request) => {
      asked.push(request)
      const answer = answers[request.method]
      if (answer instanceof Error) throw answer
      return answer ?? null
    },
    on: (_, listener) => {
      emit = listener
    },
    removeListener: () => {},
  }
  return { asked, standard: makeStandardWallet(provider, face), emit: (value: unknown) => emit(value) }
}

const shared = (address: string, chain: string) => ({ address, publicKey: "AQID", chains: [chain] })

describe("makeStandardWallet", () => {
  it("decodes bytes, and returns each account with the features of its chain", async () => {
    const { standard } = scripted({
      "standard:connect": { accounts: [shared("a", "solana:mainnet"), shared("b", "bitcoin:mainnet")] },
    })
    const { accounts } = await getFeature(standard, "standard:connect").connect()
    expect(accounts[0]).toEqual({
      address: "a",
      publicKey: new Uint8Array([1, 2, 3]),
      chains: ["solana:mainnet"],
      features: [
        "solana:signMessage",
        "solana:signTransaction",
        "solana:signAndSendTransaction",
        "solana:signIn",
      ],
    })
    expect(accounts[1]?.features.every((name) => name.startsWith("bitcoin:"))).toBe(true)
    expect(standard.accounts).toEqual(accounts)
  })

  it("keeps only the features that the wallet reports", async () => {
    const { standard } = scripted({ "standard:describe": { features: ["standard:connect", "near:sign"] } })
    expect(Object.keys(standard.features)).toHaveLength(13)
    const told: object[] = []
    getFeature(standard, "standard:events").on("change", (change) => told.push(change))
    await Promise.resolve()
    await Promise.resolve()
    expect(Object.keys(standard.features)).toEqual(["standard:connect"])
    expect(told).toEqual([{ features: expect.objectContaining({ "standard:connect": expect.anything() }) }])
  })

  it("ignores a change that is not a list of accounts", async () => {
    const { emit, standard } = scripted({})
    const told: unknown[] = []
    getFeature(standard, "standard:events").on("change", (change) => told.push(change))
    for (const change of [
      null,
      {},
      { accounts: 1 },
      { accounts: [{ address: 1 }] },
      { accounts: [{ ...shared("a", "solana:mainnet"), publicKey: "!" }] },
    ])
      emit(change)
    expect([told, standard.accounts]).toEqual([[], []])
    emit({ accounts: [shared("a", "solana:mainnet")] })
    expect(standard.accounts).toHaveLength(1)
  })

  it("notifies the other listeners when one throws", async () => {
    const { emit, standard } = scripted({})
    const heard: string[] = []
    const thrown: unknown[] = []
    const onThrown = (error: unknown) => thrown.push(error)
    process.on("uncaughtException", onThrown)
    const { on } = getFeature(standard, "standard:events")
    on("change", () => {
      throw new Error("The page's own")
    })
    const off = on("change", () => heard.push("second"))
    emit({ accounts: [] })
    off()
    emit({ accounts: [] })
    await new Promise((resolve) => setImmediate(resolve))
    process.off("uncaughtException", onThrown)
    expect(heard).toEqual(["second"])
    expect(thrown).toHaveLength(2)
  })

  it("rejects when the wallet's response is malformed", async () => {
    const answers = [{}, [], null, "signed", [{ signature: 1, signedMessage: "" }]]
    for (const answer of answers) {
      const { standard } = scripted({ "standard:connect": answer, "solana:signMessage": answer })
      const [settled] = await Promise.allSettled([getFeature(standard, "standard:connect").connect()])
      expect(settled.status).toBe("rejected")
    }
    const declined = Object.assign(new Error("No"), { code: 4001 })
    const { standard } = scripted({ "standard:connect": declined })
    await expect(getFeature(standard, "standard:connect").connect()).rejects.toBe(declined)
  })

  it("passes on any input, and leaves rejecting to the wallet", async () => {
    const { asked, standard } = setupStandardWallet()
    const odd: unknown[] = [undefined, null, 1, "x", {}, { account: null }, { account: {}, message: "text" }]
    for (const name of ["solana:signMessage", "solana:signTransaction", "bitcoin:signTransaction"] as const) {
      const feature = standard.features[name]
      const method = name.slice(name.indexOf(":") + 1)
      for (const input of odd) {
        const run: unknown =
          typeof feature === "object" && feature !== null ? Reflect.get(feature, method) : null
        if (typeof run !== "function") throw new Error("No such feature")
        await expect(run(input)).rejects.toMatchObject({ code: -32602 })
      }
    }
    expect(asked).toEqual([])
  })
})

describe("encodeBase64 and decodeBase64", () => {
  it("keeps any bytes unchanged when encoded and decoded", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes)
        expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"))
      }),
    )
  })

  it.each(["!", "a", "ab=c", "====", "AQI D", "é"])("returns null for %j", (text) => {
    expect(decodeBase64(text)).toBeNull()
  })
})
