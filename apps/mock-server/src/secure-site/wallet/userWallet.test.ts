import {
  createNoopSigner,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  signatureBytes,
  address as solanaAddress,
  verifySignature,
} from "@solana/kit"
import { getAssignInstruction } from "@solana-program/system"
import { safeMethods, unsafeMethods } from "@wmodal/frame-rpc"
import { mainnet, solanaDevnet } from "@wmodal/protocol/networks"
import {
  encodeFunctionData,
  type Hex,
  parseEther,
  recoverTypedDataAddress,
  toHex,
  verifyMessage,
  zeroAddress,
} from "viem"
import { afterAll, describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { entryPointAddress } from "../../evm/entryPoint.ts"
import { fetchRpcResults } from "../../evm/rpcResults.ts"
import { smartAccountAbi } from "../../evm/smartAccount.ts"
import { encodeBalanceOf, tokens } from "../../evm/tokens.ts"
import { getSmartSessions } from "../../sessions/SmartSessions.ts"
import { isPersonalSignature } from "../../signatures/PersonalSignature.ts"
import { solanaAccounts } from "../../solana/solanaAccounts.ts"
import { getSolanaChain } from "../../solana/solanaChains.ts"
import { makeUnsignedPayment, makeUnsignedTransaction } from "../../solana/testing/unsignedPayment.ts"
import { makeSiteWorld } from "./testing/makeSiteWorld.ts"

const { end, userOf, world } = makeSiteWorld()
afterAll(end)

const stranger = "0x1111111111111111111111111111111111111111"
const hash = toHex(1, { size: 32 })
const typedData = {
  domain: { name: "Shop", chainId: 1 },
  primaryType: "Order",
  types: { Order: [{ name: "price", type: "uint256" }] },
} as const
const chain = async (method: string, ...params: readonly unknown[]) =>
  (await fetchRpcResults(await world.chain(mainnet), [[method, ...params]]))[0]

const Signature = z.object({ signature: z.string() })
const hex = (value: unknown): Hex => `0x${String(value).slice(2)}`

describe("user keys", () => {
  it("derives the same keys for a user in every run, and different ones for other users", async () => {
    const addresses = async (id: string) => {
      const { wallet } = await userOf(id)
      return [
        ...(await wallet.accounts("eip155:1")),
        ...(await wallet.accounts("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp")),
      ]
    }
    expect(await addresses("a")).toMatchInlineSnapshot(`
      [
        {
          "address": "0x7a4AA68e1dfe7974Cf185c84307Cb0e6B2E841f6",
          "type": "eoa",
        },
        {
          "address": "0xF88365547488887d1ad245065D88c2716E3cC77f",
          "type": "smartAccount",
        },
        {
          "address": "89xFfU8isPrmAmWtRFJwFhEeWCCj4fQcYg9xiSyRyTB6",
          "type": "eoa",
        },
      ]
    `)
    expect(await addresses("b")).not.toEqual(await addresses("a"))
  })

  it("has a smart account on every network with an entry point", async () => {
    const { wallet } = await userOf("a")
    const [key] = await wallet.accounts("eip155:1")
    expect(await wallet.accounts("eip155:324")).toEqual([key])
    expect(await wallet.accounts("eip155:137")).toEqual(await wallet.accounts("eip155:1"))
    expect(wallet.smartAccountNetworks()).toContain(1)
    expect(wallet.smartAccountNetworks()).not.toContain(324)
    expect(await wallet.smartAccountDeployed("eip155:324")).toBe(false)
    expect(wallet.networks()).toContain("solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1")
  })
})

describe("account of a key", { timeout: 30_000 }, () => {
  it("has initial funds, and signs and sends messages, typed data and transactions", async () => {
    const { as } = await userOf("key")
    const { address, describe, perform } = as("eoa")
    for (const owner of [address, as("smartAccount").address]) {
      expect(await chain("eth_getBalance", owner, "latest")).toBe(toHex(parseEther("10")))
      const held = await Promise.all(
        tokens.map(async (token) =>
          BigInt(
            String(await chain("eth_call", { to: token.address, data: encodeBalanceOf(owner) }, "latest")),
          ),
        ),
      )
      expect(held).toEqual([1_000_000_000n, parseEther("500"), 0n, 0n])
    }

    const signature = await perform("personal_sign", [toHex("Hello"), address])
    expect(await verifyMessage({ address: hex(address), message: "Hello", signature: hex(signature) })).toBe(
      true,
    )
    const order = { ...typedData, message: { price: 7n } } as const
    const signed = await perform("eth_signTypedData_v4", [
      address,
      JSON.stringify({ ...typedData, message: { price: "7" } }),
    ])
    expect(await recoverTypedDataAddress({ ...order, signature: hex(signed) })).toBe(address)

    const transaction = { from: address, to: stranger, value: toHex(parseEther("1")) }
    expect((await describe("eth_sendTransaction", [transaction])).lines).toMatchObject([
      { label: "You pay", text: "1 ETH" },
      { label: "To", text: stranger },
      { label: "Amount", text: "1 ETH" },
      { label: "Max fee" },
      { label: "Account", text: address },
      {},
    ])
    expect(await chain("eth_getTransactionCount", address, "latest")).toBe("0x0")
    const sent = await perform("eth_sendTransaction", [transaction])
    expect(await chain("eth_getTransactionReceipt", sent)).toMatchObject({ from: address.toLowerCase() })
  })

  it("rejects operations, and requests for other accounts, chains and capabilities", async () => {
    const { as } = await userOf("key")
    const { address, describe, perform } = as("eoa")
    for (const method of ["wallet_sendCalls", "eth_sendUserOperation"]) {
      await expect(describe(method, [])).rejects.toMatchObject({ code: 4200 })
      await expect(perform(method, [])).rejects.toMatchObject({ code: 4200 })
    }
    for (const from of [stranger, as("smartAccount").address])
      await expect(perform("eth_sendTransaction", [{ from, to: address }])).rejects.toMatchObject({
        code: 4100,
      })
    const smart = as("smartAccount")
    await expect(
      smart.perform("eth_sendTransaction", [{ from: address, to: stranger }]),
    ).rejects.toMatchObject({
      code: 4100,
    })
    await expect(smart.perform("eth_sendTransaction", [{ from: smart.address }])).rejects.toMatchObject({
      code: -32602,
    })
    await expect(
      smart.perform("eth_sendUserOperation", [{ sender: stranger, callData: "0x" }, entryPointAddress]),
    ).rejects.toMatchObject({ code: 4100 })
    await expect(
      smart.perform("eth_sendUserOperation", [{ sender: smart.address, callData: "0x" }, stranger]),
    ).rejects.toMatchObject({ code: -32602 })
    await expect(
      smart.perform("wallet_sendCalls", [{ calls: [{ to: stranger }], chainId: "0x89" }]),
    ).rejects.toMatchObject({ code: 5710 })
    await expect(
      smart.perform("wallet_sendCalls", [{ calls: [{ to: stranger }], capabilities: { magic: {} } }]),
    ).rejects.toMatchObject({ code: 5700 })
  })

  it("rejects an operation with the entry point's reason", async () => {
    const { address, perform } = (await userOf("key")).as("smartAccount")
    await expect(
      perform("eth_sendUserOperation", [
        { sender: address, callData: "0x", nonce: "0x7" },
        entryPointAddress,
      ]),
    ).rejects.toMatchObject({ code: -32500, message: "AA25 invalid account nonce" })
  })
})

describe("wallet methods", { timeout: 30_000 }, () => {
  /** Parameters of the safe methods that take any. */
  const params: Readonly<Record<string, readonly unknown[]>> = {
    eth_call: [{ to: stranger }, "latest"],
    eth_estimateGas: [{ from: stranger, to: stranger }],
    eth_feeHistory: ["0x1", "latest", []],
    eth_getAccount: [stranger, "latest"],
    eth_getBalance: [stranger, "latest"],
    eth_getBlockByHash: [hash, false],
    eth_getBlockByNumber: ["0x0", false],
    eth_getBlockReceipts: ["0x0"],
    eth_getBlockTransactionCountByHash: [hash],
    eth_getBlockTransactionCountByNumber: ["0x0"],
    eth_getCode: [stranger, "latest"],
    eth_getLogs: [{}],
    eth_getProof: [stranger, [], "latest"],
    eth_getStorageAt: [stranger, "0x0", "latest"],
    eth_getTransactionByBlockHashAndIndex: [hash, "0x0"],
    eth_getTransactionByBlockNumberAndIndex: ["0x0", "0x0"],
    eth_getTransactionByHash: [hash],
    eth_getTransactionCount: [stranger, "latest"],
    eth_getTransactionReceipt: [hash],
    eth_getUncleCountByBlockNumber: ["0x0"],
    eth_newFilter: [{}],
    eth_getUserOperationReceipt: [hash],
    eth_getUserOperationByHash: [hash],
  }
  /** Methods whose parameters depend on state. Other tests cover them. */
  const elsewhere = [
    "eth_getFilterChanges",
    "eth_getFilterLogs",
    "eth_getUncleCountByBlockHash",
    "eth_sendRawTransaction",
    "eth_uninstallFilter",
    "wallet_getCallsStatus",
    "eth_estimateUserOperationGas",
    "wallet_getAssets",
  ]

  it.each(safeMethods.filter((method) => !elsewhere.includes(method)))("responds to %s", async (method) => {
    const { read } = (await userOf("safe")).as("smartAccount")
    await expect(read(method, params[method])).resolves.toBeDefined()
  })

  it("responds to methods on blocks, filters, raw transactions, operations and assets", async () => {
    const { as } = await userOf("safe")
    const { address, read } = as("smartAccount")
    const { hash: newest } = z
      .object({ hash: z.string() })
      .parse(await read("eth_getBlockByNumber", ["latest", false]))
    expect(await read("eth_getUncleCountByBlockHash", [newest])).toBe("0x0")
    const filter = await read("eth_newFilter", [{}])
    expect(await read("eth_getFilterChanges", [filter])).toEqual([])
    expect(await read("eth_getFilterLogs", [filter])).toEqual([])
    expect(await read("eth_uninstallFilter", [filter])).toBe(true)
    await expect(read("eth_sendRawTransaction", ["0x01"])).rejects.toMatchObject({ code: -32602 })
    await expect(read("wallet_getCallsStatus", [hash])).rejects.toMatchObject({ code: 5730 })
    expect(await read("eth_supportedEntryPoints")).toEqual([entryPointAddress])
    expect(await read("eth_accounts")).toEqual([address])
    expect(await as("eoa").read("eth_accounts")).toEqual([as("eoa").address])
    expect(await read("eth_chainId")).toBe("0x1")
    expect(
      await read("eth_estimateUserOperationGas", [{ sender: address, callData: "0x" }, entryPointAddress]),
    ).toMatchObject({ callGasLimit: expect.stringMatching(/^0x/), preVerificationGas: "0xc350" })
    for (const type of ["eoa", "smartAccount"] as const)
      expect(
        await as(type).read("wallet_getAssets", [{ account: as(type).address, chainFilter: ["0x1"] }]),
      ).toMatchObject({ "0x1": [{ type: "NATIVE" }, {}, {}] })
  })

  it("rejects unsafe methods in read(), safe methods in perform() and describe(), and unknown chains", async () => {
    const { describe, perform, read } = (await userOf("safe")).as("eoa")
    for (const method of [...unsafeMethods, "eth_sign"])
      await expect(read(method, [])).rejects.toMatchObject({ code: 4200 })
    for (const method of [...safeMethods, "eth_sign", "wallet_switchEthereumChain"]) {
      await expect(perform(method, [])).rejects.toMatchObject({ code: 4200 })
      await expect(describe(method, [])).rejects.toMatchObject({ code: 4200 })
    }
    const elsewhere = (await userOf("safe")).wallet
    for (const chainId of ["eip155:123456789", "bip122:000000000019d6689c085ae165831e93", "eip155", ""])
      await expect(
        elsewhere.perform({ chainId, type: "eoa", method: "personal_sign", params: [] }),
      ).rejects.toMatchObject({ code: -32602 })
  })

  it("grants permissions that its smart account enforces, and revokes them", async () => {
    const { as } = await userOf("sessions")
    const { address, describe, perform, read } = as("smartAccount")
    const key = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
    const asked = {
      expiry: 1_800_000_000,
      signer: { type: "account", data: { address: key } },
      permissions: [{ type: "native-token-transfer", data: { allowance: "0xde0b6b3a7640000" } }],
    }
    expect(await describe("wallet_grantPermissions", [asked])).toEqual({
      title: "Let this app spend without asking",
      acts: [expect.objectContaining({ check: "Let it spend without asking me" })],
      lines: [
        { label: "At most", text: "1 ETH" },
        { label: "Until", text: "2027-01-15T08:00:00.000Z" },
        { label: "Who may spend", text: key },
      ],
    })
    const fetchAllowance = async () => {
      const data = encodeFunctionData({
        abi: smartAccountAbi,
        functionName: "allowanceOf",
        args: [key, zeroAddress],
      })
      return BigInt(String(await read("eth_call", [{ to: address, data }, "latest"])))
    }
    const context = `0x${key.slice(2).toLowerCase().padStart(64, "0")}`
    expect(await perform("wallet_grantPermissions", [asked], "https://shop.example")).toEqual({
      ...asked,
      context,
    })
    expect(await fetchAllowance()).toBe(10n ** 18n)
    // The service lists it, with the page that asked.
    const list = () => getSmartSessions(world).list({ network: mainnet, address: hex(address) })
    expect(list()).toMatchObject([
      {
        project: { url: "https://shop.example" },
        context,
        expiry: asked.expiry,
        permissions: asked.permissions,
      },
    ])

    expect((await describe("wallet_revokePermissions", { pci: "one" })).lines).toEqual([
      { label: "Permission", text: "one" },
    ])
    const signature = hex(await perform("wallet_revokePermissions", [{ pci: "one", context }]))
    expect(await fetchAllowance()).toBe(0n)
    expect(
      await isPersonalSignature({
        world,
        network: mainnet,
        address: hex(address),
        message: "one",
        signature,
      }),
    ).toBe(true)
    expect(
      await isPersonalSignature({
        world,
        network: mainnet,
        address: hex(address),
        message: "two",
        signature,
      }),
    ).toBe(false)
    const plain = hex(await as("eoa").perform("wallet_revokePermissions", [{ pci: "one" }]))
    expect(await verifyMessage({ address: hex(as("eoa").address), message: "one", signature: plain })).toBe(
      true,
    )
  })

  it("shows a grant without an end as such, and grants nothing that its smart account cannot limit", async () => {
    const { as } = await userOf("sessions")
    const { describe, perform } = as("smartAccount")
    const signer = { type: "account", data: { address: stranger } }
    const endless = { signer, permissions: [{ type: "native-token-transfer", data: {} }] }
    expect(await describe("wallet_grantPermissions", [endless])).toMatchObject({
      acts: [{}, { check: "Allow it without a limit" }],
      lines: [{ text: "any amount of ETH" }, { text: "it is revoked" }, {}],
    })
    const other = { signer, expiry: 1_800_000_000, permissions: [{ type: "contract-call", data: {} }] }
    await expect(perform("wallet_grantPermissions", [other])).rejects.toMatchObject({ code: 4200 })
    const unsigned = { expiry: 1_800_000_000, permissions: endless.permissions }
    await expect(perform("wallet_grantPermissions", [unsigned])).rejects.toMatchObject({ code: -32602 })
    await expect(as("eoa").perform("wallet_grantPermissions", [endless])).rejects.toMatchObject({
      code: 4200,
    })
    for (const method of ["wallet_grantPermissions", "wallet_revokePermissions"])
      for (const act of [describe, perform])
        await expect(act(method, [{}])).rejects.toMatchObject({ code: -32602 })
    // Only an ID is signed, never a free text.
    for (const pci of ["shop.example wants you to sign in", "a\nb", "a".repeat(201)])
      for (const act of [describe, perform])
        await expect(act("wallet_revokePermissions", [{ pci }])).rejects.toMatchObject({ code: -32602 })
  })
})

describe("Solana requests in the frame's format", { timeout: 30_000 }, () => {
  const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
  const [, milo = ""] = solanaAccounts
  const base58 = (base64: string) => getBase58Decoder().decode(getBase64Encoder().encode(base64))

  it("signs messages and transactions, and sends", async () => {
    const { as } = await userOf("solana", devnet)
    const { address: from, describe, perform } = as("eoa")
    const who = await getPublicKeyFromAddress(solanaAddress(from))
    const verify = (signature: string, bytes: Uint8Array) =>
      verifySignature(who, signatureBytes(getBase58Encoder().encode(signature)), bytes)
    const message = new TextEncoder().encode("hi")
    const params = { message: getBase58Decoder().decode(message), pubkey: from }
    expect(await describe("solana_signMessage", params)).toMatchObject({
      title: "Sign a message",
      lines: [{ text: "hi" }, {}, {}],
    })
    const { signature } = Signature.parse(await perform("solana_signMessage", params))
    expect(await verify(signature, message)).toBe(true)

    const { head, svm } = await getSolanaChain(world, solanaDevnet)
    expect(svm.getBalance(solanaAddress(from))).toBe(10_000_000_000n)
    const latest = head().blockhash
    const unsigned = (amount: bigint) => makeUnsignedPayment({ from, to: milo, latest, amount })
    const transaction = base58(unsigned(5n))
    expect((await describe("solana_signTransaction", { transaction })).title).toBe(
      "Sign a transaction without sending it",
    )
    const one = z
      .object({ transaction: z.string() })
      .parse(await perform("solana_signTransaction", { transaction }))
    const { messageBytes, signatures } = getTransactionDecoder().decode(
      getBase58Encoder().encode(one.transaction),
    )
    const made = signatures[solanaAddress(from)]
    expect(await verifySignature(who, made ?? signatureBytes(new Uint8Array(64)), messageBytes)).toBe(true)
    // Some clients use base64.
    expect(await perform("solana_signTransaction", { transaction: unsigned(5n) })).toEqual(one)
    expect(
      await perform("solana_signAllTransactions", { transactions: [transaction, base58(unsigned(6n))] }),
    ).toEqual({ transactions: [one.transaction, expect.any(String)] })
    const sent = Signature.parse(
      await perform("solana_signAndSendTransaction", {
        transaction,
        options: { skipPreflight: true },
      }),
    )
    expect((await getSolanaChain(world, solanaDevnet)).find(sent.signature)?.outcome.error).toBe(null)
    for (const method of ["solana_signTransaction", "solana_signAllTransactions"])
      await expect(perform(method, { transaction: "l0" })).rejects.toMatchObject({ code: -32602 })
  })

  it("shows effects of the simulation, and demands an act for each danger", async () => {
    const { as } = await userOf("solana attacks", devnet)
    const { address: from, describe } = as("eoa")
    const latest = (await getSolanaChain(world, solanaDevnet)).head().blockhash
    const signing = async (transaction: string) => {
      const { acts, lines } = await describe("solana_signTransaction", { transaction: base58(transaction) })
      return { acts: acts.map(({ title }) => title), lines }
    }
    const paid = await signing(makeUnsignedPayment({ from, to: milo, latest, amount: 5_000_000n }))
    expect(paid.acts).toEqual([])
    expect(paid.lines).toContainEqual({ label: "You pay", text: "0.005 SOL" })

    const owner = createNoopSigner(solanaAddress(from))
    const stolen = makeUnsignedTransaction({
      from,
      latest,
      instruction: getAssignInstruction({ account: owner, programAddress: solanaAddress(milo) }),
    })
    expect((await signing(stolen)).acts).toContain("Ownership transfer")
    const poor = makeUnsignedPayment({ from, to: milo, latest, amount: 50_000_000_000n })
    expect((await signing(poor)).acts).toEqual(["This would fail"])
    const digest = { message: getBase58Decoder().decode(new Uint8Array(32).fill(7)), pubkey: from }
    expect((await describe("solana_signMessage", digest)).acts.map(({ title }) => title)).toEqual([
      "Blind signing",
    ])
  })
})
