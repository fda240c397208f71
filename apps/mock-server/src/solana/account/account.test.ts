import {
  AccountRole,
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  generateKeyPairSigner,
} from "@solana/kit"
import { getCreateAccountInstruction, getTransferSolInstruction } from "@solana-program/system"
import {
  findAssociatedTokenPda,
  getBurnInstruction,
  getCreateAssociatedTokenInstructionAsync,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import { getBalance, getHistory, getSupportedChains, postFungiblePrice } from "@wmodal/api"
import { describe, expect, it } from "vitest"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeWorldClient } from "../../testing/WorldClient.ts"
import { token2022 } from "../chain/tokenBalances.ts"
import { solanaCollectibles } from "../solanaCollectibles.ts"
import { solanaTokens } from "../solanaTokens.ts"
import { devnet, mainnet, makeSolanaNode } from "../testing/SolanaNode.ts"
import { getTestSigner } from "../testing/signToText.ts"

const handler = setupTestHandler()

const [usdc] = solanaTokens
const mint = address(usdc.mint)
const icon = (symbol: string) => `http://localhost/public/getTokenImage/${symbol}`

const setup = async (world: string, chainId = mainnet) => {
  const [one, two, six] = await Promise.all([0, 1, 5].map(getTestSigner))
  if (one === undefined || two === undefined || six === undefined) throw new Error("No signers")
  const node = makeSolanaNode(handler, { world, chainId })
  const { call, refusal } = makeWorldClient(handler, world)
  const balances = async (owner: string, query: Readonly<Record<string, string>> = { chainId }) =>
    (await call(getBalance, { address: owner }, { query: { currency: "usd", ...query } })).balances
  const everything = async (owner: string) =>
    (await call(getHistory, { address: owner }, { query: { chainId } })).data
  /** Returns the history without the genesis entries. */
  const history = async (owner: string) =>
    (await everything(owner)).filter(({ transfers }) => transfers.every(({ nft_info }) => nft_info == null))
  const tokens = async (owner: string, token: string = mint) =>
    (
      await findAssociatedTokenPda({
        mint: address(token),
        owner: address(owner),
        tokenProgram: TOKEN_PROGRAM_ADDRESS,
      })
    )[0]
  return { ...node, one, two, six, balances, everything, history, tokens, client: { call, refusal } }
}

const transfer = (source: Awaited<ReturnType<typeof getTestSigner>>, to: string, amount: bigint) =>
  getTransferSolInstruction({ source, destination: address(to), amount })

describe("Solana account balances", () => {
  it("returns SOL and tokens with their prices", async () => {
    const { balances, one } = await setup("holds")
    expect(await balances(one.address)).toEqual([
      {
        name: "Solana",
        symbol: "SOL",
        chainId: mainnet,
        value: 150_000,
        price: 150,
        quantity: { decimals: "9", numeric: "1000" },
        iconUrl: icon("SOL"),
      },
      {
        name: "Mock USD Coin",
        symbol: "mUSDC",
        chainId: mainnet,
        address: `${mainnet}:${usdc.mint}`,
        value: 10_000,
        price: 1,
        quantity: { decimals: "6", numeric: "10000" },
        iconUrl: icon("mUSDC"),
      },
      expect.objectContaining({ symbol: "mDAI", quantity: { decimals: "8", numeric: "5000" } }),
      expect.objectContaining({ symbol: "mFEE", quantity: { decimals: "9", numeric: "1000" } }),
    ])
  })

  it("returns no value on a test network, and all used networks when the query names none", async () => {
    const { balances, call, one } = await setup("test", devnet)
    expect((await balances(one.address)).map(({ price, value }) => [price, value])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    await call("getHealth")
    expect((await balances(one.address, {})).map(({ chainId }) => chainId)).toEqual(Array(4).fill(devnet))
  })

  it("returns unknown tokens without a name", async () => {
    const { balances, history, send, one } = await setup("stranger")
    const stranger = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7))
    const [account] = await findAssociatedTokenPda({
      mint: stranger.address,
      owner: one.address,
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
    })
    await send(one, [
      getCreateAccountInstruction({
        payer: one,
        newAccount: stranger,
        lamports: 1_461_600n,
        space: 82n,
        programAddress: TOKEN_PROGRAM_ADDRESS,
      }),
      getInitializeMint2Instruction({ mint: stranger.address, decimals: 2, mintAuthority: one.address }),
      await getCreateAssociatedTokenInstructionAsync({
        payer: one,
        owner: one.address,
        mint: stranger.address,
      }),
      getMintToInstruction({ mint: stranger.address, token: account, mintAuthority: one, amount: 12_345n }),
    ])
    expect((await balances(one.address)).find(({ name }) => name === stranger.address)).toEqual({
      name: stranger.address,
      symbol: stranger.address.slice(0, 4),
      chainId: mainnet,
      address: `${mainnet}:${stranger.address}`,
      value: 0,
      price: 0,
      quantity: { decimals: "2", numeric: "123.45" },
      iconUrl: icon(stranger.address.slice(0, 4)),
    })
    expect(await history(one.address)).toMatchObject([
      {
        metadata: { operationType: "mint" },
        transfers: [{ direction: "in", quantity: { numeric: "123.45" } }],
      },
    ])
  })

  it("returns an empty list for an unused address and rejects an invalid one", async () => {
    const { balances, history, client } = await setup("nobody")
    const nobody = (await generateKeyPairSigner()).address
    expect([await balances(nobody), await history(nobody)]).toEqual([[], []])
    for (const wrong of ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "oeYf6KAJ", "0".repeat(44)])
      expect(
        await client.refusal(
          getBalance,
          { address: wrong },
          { query: { currency: "usd", chainId: mainnet } },
        ),
      ).toEqual([400, "address"])
    expect((await client.call(getSupportedChains, {})).http).toEqual(
      expect.arrayContaining([mainnet, devnet]),
    )
  })
})

describe("Solana account history", () => {
  it("returns a transfer for sender and recipient", async () => {
    const { history, send, one, two } = await setup("transfer")
    const hash = await send(one, [transfer(one, two.address, 250_000_000n)])
    const metadata = {
      hash,
      minedAt: expect.stringMatching(/^2026-01-01T00:0\d:\d\d\.000Z$/),
      sentFrom: one.address,
      sentTo: two.address,
      status: "confirmed",
      nonce: 0,
      chain: mainnet,
    }
    const moved = (direction: string) => ({
      fungible_info: { name: "Solana", symbol: "SOL", icon: { url: icon("SOL") } },
      direction,
      quantity: { numeric: "0.25" },
      value: 37.5,
      price: 150,
    })
    const id = `${mainnet}/${hash}`
    expect(await history(one.address)).toEqual([
      { id, metadata: { ...metadata, operationType: "send" }, transfers: [moved("out")] },
    ])
    expect(await history(two.address)).toEqual([
      { id, metadata: { ...metadata, operationType: "receive" }, transfers: [moved("in")] },
    ])
  })

  it("returns token transfers by owner, without the rent of a new token account", async () => {
    const { history, send, tokens, one, six } = await setup("tokens")
    await send(one, [
      await getCreateAssociatedTokenInstructionAsync({ payer: one, owner: six.address, mint }),
      getTransferCheckedInstruction({
        source: await tokens(one.address),
        mint,
        destination: await tokens(six.address),
        authority: one,
        amount: 1_500_000n,
        decimals: 6,
      }),
    ])
    const [sent] = await history(one.address)
    expect(sent).toMatchObject({
      metadata: { operationType: "send", sentFrom: one.address, sentTo: six.address },
      transfers: [
        { fungible_info: { symbol: "mUSDC" }, direction: "out", quantity: { numeric: "1.5" }, value: 1.5 },
      ],
    })
    expect(await history(six.address)).toMatchObject([
      { metadata: { operationType: "receive" }, transfers: [{ direction: "in" }] },
    ])
  })

  it("returns the full amount for the sender of a token with a fee, and the net amount for the recipient", async () => {
    const { history, send, one, two } = await setup("kept")
    const { mint: token } = solanaTokens[2]
    const [source, destination] = await Promise.all(
      [one, two].map(async (owner) => {
        const seeds = { mint: address(token), owner: owner.address, tokenProgram: address(token2022) }
        return (await findAssociatedTokenPda(seeds))[0]
      }),
    )
    if (source === undefined || destination === undefined) throw new Error("There are two.")
    const data = Buffer.alloc(19)
    data.set([26, 1])
    data.writeBigUInt64LE(5_000_000_000n, 2)
    data[10] = 9
    data.writeBigUInt64LE(50_000_000n, 11)
    const accounts = [
      { address: source, role: AccountRole.WRITABLE },
      { address: address(token), role: AccountRole.READONLY },
      { address: destination, role: AccountRole.WRITABLE },
      { address: one.address, role: AccountRole.READONLY_SIGNER },
    ]
    await send(one, [{ programAddress: address(token2022), accounts, data }])
    const shown = async (owner: string) =>
      (await history(owner))[0]?.transfers.map(({ direction, fungible_info, quantity }) => [
        direction,
        fungible_info?.symbol,
        quantity.numeric,
      ])
    expect(await shown(one.address)).toEqual([["out", "mFEE", "5"]])
    expect(await shown(two.address)).toEqual([["in", "mFEE", "4.95"]])
  })

  it("returns the wire's operation type for each kind of transaction", async () => {
    const { history, send, tokens, one, two } = await setup("kinds")
    const token = await tokens(one.address)
    await send(one, [transfer(one, one.address, 1n)])
    await send(one, [getMintToInstruction({ mint, token, mintAuthority: one, amount: 5n })])
    await send(one, [getBurnInstruction({ mint, account: token, authority: one, amount: 5n })])
    await send(one, [
      transfer(one, two.address, 1n),
      getMintToInstruction({ mint, token, mintAuthority: one, amount: 5n }),
    ])
    await send(one, [
      { programAddress: address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"), data: new Uint8Array([65]) },
    ])
    const kinds = (await history(one.address)).map(({ metadata, transfers }) => [
      metadata.operationType,
      transfers.map(({ direction }) => direction),
    ])
    expect(kinds).toEqual([
      ["execute", []],
      ["trade", ["out", "in"]],
      ["burn", ["out"]],
      ["mint", ["in"]],
      ["send", ["self"]],
    ])
  })

  it("returns collectibles from genesis and their transfers", async () => {
    const { balances, everything, send, tokens, one, two } = await setup("collectibles")
    const shown = async (owner: string) =>
      (await everything(owner)).flatMap(({ metadata, transfers }) =>
        transfers.map(({ direction, nft_info }) => [
          metadata.operationType,
          direction,
          nft_info?.name,
          nft_info?.flags.is_spam,
        ]),
      )
    const begun = await shown(one.address)
    expect(begun).toEqual([
      ["mint", "in", "Mock Collectible #1", false],
      ["mint", "in", "Mock Collectible #2", false],
      ["mint", "in", "Claim Your Reward", true],
    ])
    expect((await balances(one.address)).map(({ symbol }) => symbol)).not.toContain("mNFT")
    const collectible = solanaCollectibles[0]?.mint ?? ""
    const given = { mint: address(collectible), payer: one, owner: two.address }
    await send(one, [
      await getCreateAssociatedTokenInstructionAsync(given),
      getTransferCheckedInstruction({
        source: await tokens(one.address, collectible),
        mint: given.mint,
        destination: await tokens(two.address, collectible),
        authority: one,
        amount: 1n,
        decimals: 0,
      }),
    ])
    expect(await shown(one.address)).toEqual([["send", "out", "Mock Collectible #1", false], ...begun])
    expect((await shown(two.address))[0]).toEqual(["receive", "in", "Mock Collectible #1", false])
  })

  it("returns a failed transaction without transfers", async () => {
    const { call, history, sign, one, two } = await setup("failed")
    const text = await sign(one, [transfer(one, two.address, 10n ** 15n)])
    await call("sendTransaction", text, { encoding: "base64", skipPreflight: true })
    expect(await history(one.address)).toMatchObject([
      { metadata: { operationType: "send", status: "failed", sentTo: two.address }, transfers: [] },
    ])
  })

  it("returns pages, newest first", async () => {
    const { client, send, one, two } = await setup("pages")
    const sent: string[] = []
    for (let amount = 1n; amount <= 60n; amount += 1n)
      sent.push(await send(one, [transfer(one, two.address, amount)]))
    const page = (query: Readonly<Record<string, string>>) =>
      client.call(getHistory, { address: two.address }, { query: { chainId: mainnet, ...query } })
    const first = await page({})
    expect(first.data).toHaveLength(50)
    const second = await page({ cursor: first.next ?? "" })
    expect(second.next).toBe(null)
    const all = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
    expect(all.slice(0, 60)).toEqual(sent.toReversed())
    // The genesis entry of the account.
    expect(all).toHaveLength(61)
  })
})

describe("Solana prices", () => {
  it("returns the price of a token, zero on a test network, and none for an unknown token", async () => {
    const { client } = await setup("prices")
    const asking = (...addresses: readonly string[]) => ({
      body: { currency: "usd", addresses, projectId: "prices" },
    })
    const fungibles = async (text: string) =>
      (await client.call(postFungiblePrice, {}, asking(text))).fungibles
    const native = "So11111111111111111111111111111111111111111"
    expect(await fungibles(`${mainnet}:${native}`)).toEqual([
      {
        address: `${mainnet}:${native}`,
        name: "Solana",
        symbol: "SOL",
        iconUrl: icon("SOL"),
        price: 150,
        decimals: 9,
      },
    ])
    expect(await fungibles(`${mainnet}:${usdc.mint}`)).toMatchObject([
      { symbol: "mUSDC", price: 1, decimals: 6 },
    ])
    expect(await fungibles(`${devnet}:${native}`)).toMatchObject([{ symbol: "SOL", price: 0 }])
    for (const wrong of [`${mainnet}:${mainnet}`, `${mainnet}:1111`, `solana:x:${usdc.mint}`])
      expect(await client.refusal(postFungiblePrice, {}, asking(wrong))).toEqual([400, "addresses"])
  })
})
