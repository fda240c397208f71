import { layer } from "@effect/vitest"
import { makeNames } from "@wmodal/api"
import { Effect } from "effect"
import { getCreate2Address, type Hex, numberToHex, serializeErc6492Signature } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { describe, expect, it } from "vitest"
import { accounts, makeHandler } from "../index.ts"
import { makeGatedOptions, makeHandlerLayer } from "../testing/clientOptions.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"

const [vera, milo] = accounts
const account = mnemonicToAccount("test test test test test test test test test test test junk")
/** An address without a known key. */
const wallet = "0x000000000000000000000000000000000000bEEF"
const now = Date.UTC(2026, 5, 1)
const seconds = now / 1000

/** The name service of one world, and requests of a client without wmodal. */
const setup = () => {
  const handler = makeHandler({ wallNow: () => now })
  const ask = async (path: string, init?: RequestInit) => {
    const response = await handler.fetch(new Request(`http://localhost${path}`, init))
    return { status: response.status, body: await response.json() }
  }
  const get = (path: string) => ask(`/w/p${path}`)
  const chain = (method: string, ...params: readonly unknown[]) =>
    ask("/control/worlds/p/rpc?chainId=eip155:10", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    })
  const shiftWall = (wallShift: number) =>
    ask("/control/worlds/p/clock", { method: "POST", body: JSON.stringify({ wallShift }) })
  const post = (body: unknown, path = "/w/p/v1/profile/account") =>
    ask(path, { method: "POST", body: JSON.stringify(body) })
  const claim = async (given: {
    readonly name?: string
    readonly timestamp?: number
    readonly coin_type?: number
    readonly message?: string
    readonly signature?: Hex
    readonly address?: string
  }) => {
    const { name = "nova.reown.id", timestamp = seconds, coin_type = 2147483649, address = vera } = given
    const message = given.message ?? JSON.stringify({ name, attributes: {}, timestamp })
    const signature = given.signature ?? (await account.signMessage({ message }))
    return post({ coin_type, address, message, signature })
  }
  return { get, post, chain, shiftWall, claim, close: handler.close }
}

const failed = (status: number, field: string) => ({
  status,
  body: { status: "FAILED", reasons: [{ field, description: expect.any(String) }] },
})

const founder = {
  name: "vera.wmodal.id",
  registered_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  attributes: null,
  addresses: { "60": { address: vera, created_at: "2026-01-01T00:00:00.000Z" } },
}

describe("GET /v1/profile/account", () => {
  it("returns the owner of a name in any letter case", async () => {
    const { get } = setup()
    expect(await get("/v1/profile/account/Vera.wmodal.id")).toEqual({ status: 200, body: founder })
  })

  it("returns an empty list for an available name to version 2, else a 404", async () => {
    const { get } = setup()
    expect(await get("/v1/profile/account/free.reown.id?apiVersion=2")).toEqual({ status: 200, body: [] })
    expect(await get("/v1/profile/account/free.reown.id")).toEqual(failed(404, "name"))
  })

  it("rejects a name without a zone", async () => {
    const { get } = setup()
    expect(await get("/v1/profile/account/vera?apiVersion=2")).toEqual(failed(400, "name"))
  })
})

describe("GET /v1/profile/reverse", () => {
  it("lists the names of an address, newest first", async () => {
    const { get, claim } = setup()
    await claim({ name: "one.reown.id" })
    await claim({ name: "two.reown.id" })
    const { body } = await get(`/v1/profile/reverse/${vera.toLowerCase()}?apiVersion=2&sender=${milo}`)
    expect(body.map(({ name }: { readonly name: string }) => name)).toEqual([
      "two.reown.id",
      "one.reown.id",
      "vera.wmodal.id",
    ])
  })

  it("returns nothing for other addresses, including those of other namespaces", async () => {
    const { get } = setup()
    for (const address of [
      `0x${"0".repeat(40)}`,
      "4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ",
      "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    ]) {
      const path = `/v1/profile/reverse/${address}`
      expect(await get(`${path}?apiVersion=2`)).toEqual({ status: 200, body: [] })
      expect(await get(path)).toEqual(failed(404, "address"))
    }
  })

  it("rejects an invalid address", async () => {
    const { get } = setup()
    expect(await get("/v1/profile/reverse/vera?apiVersion=2")).toEqual(failed(400, "address"))
  })
})

describe("GET /v1/profile/suggestions", () => {
  const names = async (get: ReturnType<typeof setup>["get"], name: string, zone = "reown.id") =>
    (await get(`/v1/profile/suggestions/${name}?zone=${zone}`)).body

  it("returns the exact name first, then available ones, five in total", async () => {
    const { get, claim } = setup()
    expect(await names(get, "Nova")).toEqual({
      suggestions: ["nova", "nova1", "nova2", "nova3", "nova4"].map((label) => ({
        name: `${label}.reown.id`,
        registered: false,
      })),
    })
    await claim({ name: "nova.reown.id" })
    await claim({ name: "nova2.reown.id" })
    expect(await names(get, "nova")).toEqual({
      suggestions: [
        { name: "nova.reown.id", registered: true },
        ...["nova1", "nova3", "nova4", "nova5"].map((label) => ({
          name: `${label}.reown.id`,
          registered: false,
        })),
      ],
    })
    expect(await names(get, "vera", "wmodal.id")).toMatchObject({
      suggestions: [{ name: "vera.wmodal.id", registered: true }, {}, {}, {}, {}],
    })
  })

  it("returns no alternative above the length limit", async () => {
    const { get, claim } = setup()
    const { suggestions } = await names(get, "1".repeat(64))
    expect(new Set(suggestions.map(({ name }: { readonly name: string }) => name)).size).toBe(5)
    for (const { name } of suggestions) expect((await claim({ name })).status).toBe(200)
  })

  it("rejects other zones and invalid names", async () => {
    const { get } = setup()
    expect(await names(get, "nova", "example.id")).toEqual(failed(400, "zone").body)
    expect(await get("/v1/profile/suggestions/nova")).toEqual(failed(400, "zone"))
    for (const name of ["ab", "a".repeat(65), "no_va", "n%20va", "növa"])
      expect(await get(`/v1/profile/suggestions/${name}?zone=reown.id`)).toEqual(failed(400, "name"))
  })
})

describe("POST /v1/profile/account", () => {
  it("registers a name for the signer, with both coin types and the world's clock", async () => {
    const { get, claim } = setup()
    const { status, body } = await claim({ name: "nova.reown.id" })
    const time = "2026-01-01T00:00:01.000Z"
    const held = { address: vera, created_at: time }
    const record = {
      name: "nova.reown.id",
      registered_at: time,
      updated_at: time,
      attributes: null,
      addresses: { "60": held, "2147483649": held },
    }
    expect([status, body]).toEqual([200, record])
    expect((await get("/v1/profile/account/nova.reown.id?apiVersion=2")).body).toEqual(record)
    expect(await get(`/v1/identity/${vera}`)).toMatchObject({ body: { name: "nova.reown.id" } })
  })

  it("stores attributes, and accepts only the coin type of ether", async () => {
    const { claim } = setup()
    const message = JSON.stringify({ name: "a.b.wmodal.id", attributes: { bio: "hi" }, timestamp: seconds })
    const { body } = await claim({ message, coin_type: 60 })
    expect(body).toMatchObject({ name: "a.b.wmodal.id", attributes: { bio: "hi" } })
    expect(Object.keys(body.addresses)).toEqual(["60"])
  })

  it("accepts a message within 10 seconds of the clock only", async () => {
    const { claim } = setup()
    expect((await claim({ name: "one.reown.id", timestamp: seconds - 10 })).status).toBe(200)
    expect((await claim({ name: "two.reown.id", timestamp: seconds + 10 })).status).toBe(200)
    for (const off of [-11, 11, seconds]) {
      expect(await claim({ timestamp: seconds + off })).toEqual(failed(400, "timestamp"))
    }
  })

  it("uses the machine's clock with the scenario's shift", async () => {
    const { claim, shiftWall } = setup()
    await shiftWall(60_000)
    expect(await claim({})).toEqual(failed(400, "timestamp"))
    expect((await claim({ timestamp: seconds + 60 })).status).toBe(200)
  })

  it("registers a name once", async () => {
    const { claim } = setup()
    expect((await claim({})).status).toBe(200)
    expect(await claim({})).toEqual(failed(400, "name"))
    expect(await claim({ name: "vera.wmodal.id" })).toEqual(failed(400, "name"))
  })

  it("registers a name once for two concurrent requests", async () => {
    const { claim } = setup()
    const statuses = (await Promise.all([claim({}), claim({})])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
  })

  it.each([
    "no.reown.id",
    `${"a".repeat(65)}.reown.id`,
    "Nova.reown.id",
    "no_va.reown.id",
    "nova.example.id",
    "nova",
    "reown.id",
    "",
  ])("rejects the name %j", async (name) => {
    expect(await setup().claim({ name })).toEqual(failed(400, "name"))
  })

  it("rejects invalid messages, coin types and addresses", async () => {
    const { claim, post } = setup()
    for (const message of ["", "{", "null", "[]", "{}", '{"name":"nova.reown.id","attributes":{}}'])
      expect(await claim({ message })).toEqual(failed(400, "message"))
    for (const coin_type of [0, -1, 61, 1.5, 2147483648, 4294967295, 2 ** 60])
      expect(await claim({ coin_type })).toEqual(failed(400, "coin_type"))
    expect(await claim({ address: "0x12" })).toEqual(failed(400, "address"))
    expect(await post({})).toEqual(failed(400, "coin_type"))
    expect(await post({}, "/v1/profile/account")).toEqual(failed(400, "coin_type"))
    expect(await setup().post({}, "/v1/profile/account")).toEqual(failed(401, "authentication"))
  })

  it("rejects a signature of another account, of another message, and an invalid one", async () => {
    const { claim, get, close } = setup()
    const another = await account.signMessage({ message: "another" })
    expect(await claim({ address: milo })).toEqual(failed(401, "signature"))
    for (const signature of [another, "0x", "0x1", "0xzz", `0x${"0".repeat(130)}`] as const)
      expect(await claim({ signature })).toEqual(failed(401, "signature"))
    expect((await get("/v1/profile/account/nova.reown.id?apiVersion=2")).body).toEqual([])
    await close()
  }, 30_000)
})

describe("contract account", { timeout: 30_000 }, () => {
  const coin_type = 2147483648 + 10
  /** Bytecode that returns the magic value of EIP-1271 for every call. */
  const yes = "0x631626ba7e60e01b60005260206000f3"

  it("registers a name by its EIP-1271 signature on its own chain", async () => {
    const { claim, chain, close } = setup()
    await chain("anvil_setCode", wallet, yes)
    expect(await claim({ address: wallet, coin_type: 60 })).toEqual(failed(401, "signature"))
    const { status, body } = await claim({ address: wallet, coin_type })
    expect([status, body.addresses["60"].address]).toEqual([200, wallet])
    await close()
  })

  it("registers a name before its deployment, by its factory's code", async () => {
    const { claim, chain, close } = setup()
    // Deploys the contract above by CREATE2, for any call data.
    const contract = `6f${yes.slice(2)}60005260106010f3` as const
    await chain("anvil_setCode", wallet, `0x78${contract}6000526000601960076000f500`)
    const address = getCreate2Address({
      from: wallet,
      salt: numberToHex(0, { size: 32 }),
      bytecode: `0x${contract}`,
    })
    const signature = serializeErc6492Signature({ address: wallet, data: "0x", signature: "0x12" })
    expect((await claim({ address, coin_type, signature })).status).toBe(200)
    expect(await claim({ address: milo, coin_type, signature, name: "other.reown.id" })).toEqual(
      failed(401, "signature"),
    )
    await close()
  })

  it("receives no name when it rejects the signature or returns nothing", async () => {
    const { claim, chain, close } = setup()
    for (const code of ["0x60006000f3", "0x60206000f3", "0xfd"]) {
      await chain("anvil_setCode", wallet, code)
      expect(await claim({ address: wallet, coin_type })).toEqual(failed(401, "signature"))
    }
    await close()
  })
})

const handler = setupTestHandler({ wallNow: () => now })

layer(makeHandlerLayer(handler))("our own client", (it) => {
  it.effect("finds an available name, registers it and resolves to it", () =>
    Effect.gen(function* () {
      const gated = yield* makeGatedOptions("names")
      const names = yield* makeNames(gated)
      const network = "eip155:1"
      const [exact, ...others] = yield* names.suggestions({ network, name: "lumen", zone: "reown.id" })
      expect([exact, others.length]).toEqual([{ name: "lumen.reown.id", registered: false }, 4])
      expect(yield* names.account(network, "lumen.reown.id")).toEqual({ addresses: {}, attributes: [] })

      const message = JSON.stringify({ name: "lumen.reown.id", attributes: {}, timestamp: seconds })
      const signature = yield* Effect.promise(() => account.signMessage({ message }))
      const request = { network, coinType: 2147483649, address: vera, message, signature } as const
      expect(yield* names.register(request)).toEqual({ success: true })

      const record = yield* names.account(network, "lumen.reown.id")
      expect(record.addresses["60"]?.address).toBe(vera)
      expect((yield* names.reverse({ network, address: vera }))[0]?.name).toBe("lumen.reown.id")
      expect((yield* gated.blockchain.identity({ address: vera })).name).toBe("lumen.reown.id")
      expect((yield* Effect.flip(names.register(request))).message).toBe("HTTP status code: 400")
    }),
  )
})
